import { join } from 'node:path'
import { ensureInstalled, root } from './install.mjs'
import { runOnPinnedNode } from './pinned-node.mjs'

/* `node commands/launch.mjs FILE`, as the npm scripts call it: installs missing packages, then runs that TypeScript file. */

const [script = ''] = process.argv.splice(2, 1)
// Each start would compile the same modules again.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled')
await runOnPinnedNode(join(root, script), await ensureInstalled())
