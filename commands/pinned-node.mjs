import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/* Runs on Node.js 20 and newer without packages, so it imports node: modules only. `dist/` has a copy of this file. */

const minMajor = 20
const pinnedMajor = 24

/**
 * Where npm puts the Node.js that package.json names for this machine. None is published for macOS.
 * @param {string} packages the folder `node_modules`
 */
export const pinnedNodeIn = (packages) => join(packages, `node-${process.platform}-${process.arch}/bin/node`)

/**
 * Runs a script in this process when this is Node.js 24 or newer, else in a child on the pinned Node.js.
 * @param {string} script absolute path
 * @param {string} node path of the pinned Node.js
 */
export async function runOnPinnedNode(script, node) {
  const [major = 0] = process.versions.node.split('.').map(Number)
  if (major < minMajor) return stop(`Node.js ${minMajor} or newer is needed; this is ${process.version}.`)
  if (major >= pinnedMajor) {
    process.argv[1] = script
    await import(pathToFileURL(script).href)
    return
  }
  if (!existsSync(node))
    return stop(`Node.js ${pinnedMajor} is not installed here. Run npm ci, then start again.`)
  process.exit(await runChild(node, [script, ...process.argv.slice(2)]))
}

/**
 * Runs Node.js in a child process that gets every signal and exits when this process does.
 * @param {string} node
 * @param {string[]} parameters
 * @returns {Promise<number>} its exit code; 128 and the signal's number where a signal ended it
 */
export async function runChild(node, parameters) {
  const child = spawn(node, parameters, {
    env: {
      // Otherwise glibc has a heap for each thread and returns little of it (docs/performance.md).
      MALLOC_ARENA_MAX: '1',
      ...process.env,
      PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
    },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => child.kill(signal)
  const disconnect = () => child.connected && child.disconnect()
  for (const signal of signals) process.on(signal, forward)
  process.on('disconnect', disconnect)
  // The channel may have closed before the listener was added.
  if (process.send && !process.connected) disconnect()
  return await new Promise((resolve) => {
    child.on('exit', (code, signal) => {
      for (const name of signals) process.off(name, forward)
      process.off('disconnect', disconnect)
      resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL'])
    })
  })
}

/** @param {string} sentence */
function stop(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
