import { join } from 'node:path'
import { ensureInstalled, root } from './install.mjs'
import { runOnPinnedNode } from './pinned-node.mjs'

/* What the npm scripts call, with a TypeScript file of this repository: installs what is missing, then runs the file. */

const [script = ''] = process.argv.splice(2, 1)
await runOnPinnedNode(join(root, script), await ensureInstalled())
