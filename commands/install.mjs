import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pinnedNodeIn } from './pinned-node.mjs'

/* Runs on whatever Node.js the machine has, before packages are installed, so it imports node: modules only. */

const thisFolder = dirname(fileURLToPath(import.meta.url))
/** The bundles are in `dist/program/`. */
const isBundled = basename(thisFolder) === 'program'

/** The folder with package.json, `.env` and the organization's data. */
export const root = join(thisFolder, isBundled ? '../..' : '..')
export const dist = join(root, 'dist')
export const migrations = join(isBundled ? dist : root, 'migrations')
export const fonts = isBundled ? join(dist, 'fonts') : join(root, 'src/server/forms/fonts')

const stamp = join(root, 'node_modules/.installed-lock')

/**
 * Installs the locked packages when they are missing or out of date.
 * @returns {Promise<string>} the Node.js to run the product with
 */
export async function ensureInstalled() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const installed = existsSync(stamp) && readFileSync(stamp, 'utf8') === lock
  if (!installed) {
    say('Installing packages (about 200 MB to download the first time) …')
    await npm(['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional', '--loglevel=error'])
  }
  const pinnedNode = pinnedNodeIn(join(root, 'node_modules'))
  const node = runs(pinnedNode) ? pinnedNode : process.execPath
  if (node === process.execPath && Number.parseInt(process.versions.node, 10) < 24)
    stop(
      `Install Node.js 24 and start again: no package for ${process.platform}-${process.arch} has one that runs here.`,
    )
  if (!installed) writeFileSync(stamp, lock)
  return node
}

/** @param {string[]} parameters */
function npm(parameters) {
  const program = process.env.npm_execpath ? process.execPath : 'npm'
  const script = process.env.npm_execpath ? [process.env.npm_execpath] : []
  const started = Date.now()
  const heartbeat = setInterval(() => {
    say(`… still installing (${Math.round((Date.now() - started) / 1000)} s)`)
  }, 10_000)
  return new Promise((resolve) => {
    const child = spawn(program, [...script, ...parameters], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.on('error', () => stop('npm could not be run. Install Node.js 20 or newer together with npm.'))
    child.on('exit', (code) => {
      clearInterval(heartbeat)
      if (code === 0) return resolve(undefined)
      stop(
        'The packages could not be installed (see above). Check the network connection, free disk space, and that HOME is ' +
          'a folder that this account can write to.',
      )
    })
  })
}

/** @param {string} program */
function runs(program) {
  return existsSync(program) && spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0
}

/**
 * Shows what a terminal would obey: a text may come from a file or a database.
 * @param {string} text
 */
export function printable(text) {
  return text.replace(
    /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/**
 * Writes a line to standard output.
 * @param {string} line
 */
export function say(line) {
  process.stdout.write(`${printable(line)}\n`)
}

/**
 * Writes a line to standard error: standard output holds only a command's result.
 * @param {string} sentence
 */
export function tell(sentence) {
  process.stderr.write(`${printable(sentence)}\n`)
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function stop(sentence) {
  tell(sentence)
  process.exit(1)
}
