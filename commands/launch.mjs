import { join } from 'node:path'
import { ensureInstalled, root } from './install.mjs'
import { runOnPinnedNode } from './pinned-node.mjs'

/* `node commands/launch.mjs FILE`, as the npm scripts call it: installs missing packages, then runs that TypeScript file. */

const [script = ''] = process.argv.splice(2, 1)
await runOnPinnedNode(join(root, script), await ensureInstalled())
