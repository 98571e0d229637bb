import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, root } from './install.mjs'

const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 20) {
  process.stderr.write(`Node.js 20 or newer is needed; this is ${process.version}.\n`)
  process.exit(1)
}

/**
 * Installs what is missing, then runs a TypeScript file of this repository on the pinned Node.js: in this very process
 * when it is that Node.js already, else in a child that ends when this process does.
 * @param {string} file path from the root of the repository
 */
export async function launch(file) {
  const node = await ensureInstalled()
  const script = join(root, file)
  if (major >= 24) {
    process.argv[1] = script
    await import(pathToFileURL(script).href)
    return
  }
  const child = spawn(node, [script, ...process.argv.slice(2)], {
    cwd: process.cwd(),
    env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal))
  }
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}
