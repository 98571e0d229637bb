import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { replaceFile, syncFolder, writeIfAbsent } from '#server/atomic-files.ts'
import {
  prepareDataFolder,
  secretFromDataFolder,
  toFolderError,
  toFullDiskError,
} from '#server/data-folder.ts'
import { OperatorError } from '#server/operator-error.ts'
import type { Binaries } from './binaries.ts'
import { superuser } from './roles.ts'
import {
  canReach,
  isRoot,
  makeTraversable,
  openHome,
  type ServiceAccount,
  serviceAccount,
} from './service-account.ts'

/** The PostgreSQL cluster of a data folder. */
export interface Cluster {
  /** The data folder, real path. */
  dataDir: string
  id: string
  /** The folder of the cluster, its socket and drafts: the data folder, or one under `openHome`. */
  home: string
  /** PostgreSQL's own data directory. */
  folder: string
  account: ServiceAccount
  /** PostgreSQL's major version; null until the cluster was created. */
  majorVersion: number | null
}

const identityFile = 'cluster.json'
const passwordFile = 'database-password'
/** In a home outside the data folder, holds the path of the data folder. */
const ownerFile = 'data-folder'

const identityShape = z.object({
  id: z.string().regex(/^[0-9a-f]{12}$/),
  /** '.' is the data folder itself: the folder can be moved as a whole. */
  home: z.string().refine((home) => home === '.' || path.isAbsolute(home)),
  majorVersion: z.number().nullable(),
})

type Identity = z.infer<typeof identityShape>

/** The cluster of the data folder, or the name and location of a new one. */
export function findCluster(dataDir: string, progress: (sentence: string) => void): Cluster {
  const real = prepareDataFolder(dataDir)
  const file = path.join(real, identityFile)
  try {
    if (!fs.existsSync(file)) writeIfAbsent(file, JSON.stringify(newIdentity(real, progress)))
    const { id, home: named, majorVersion } = readIdentity(file)
    const home = named === '.' ? real : named
    const folder = path.join(home, 'postgres')
    const account = serviceAccount(ownerOf(folder))
    if (home === real) openForAccount(real, account)
    else claimHome(home, id, real)
    return { dataDir: real, id, home, folder, account, majorVersion }
  } catch (error) {
    throw toFolderError(error, real)
  }
}

/** Whether this data folder has a cluster. Creates nothing. */
export function hasCluster(dataDir: string): boolean {
  const file = path.join(dataDir, identityFile)
  try {
    return fs.existsSync(file) && readIdentity(file).majorVersion !== null
  } catch (error) {
    throw toFolderError(error, dataDir)
  }
}

/** Whether the data folder and its cluster still exist: they may be deleted while in use. */
export function clusterExists({ dataDir, folder }: Cluster): boolean {
  return fs.existsSync(path.join(dataDir, identityFile)) && fs.existsSync(path.join(folder, 'PG_VERSION'))
}

/** The superuser's password, created with the cluster. */
export function clusterPassword({ dataDir, majorVersion }: Cluster): string {
  const file = path.join(dataDir, passwordFile)
  if (majorVersion === null || fs.existsSync(file)) return secretFromDataFolder(dataDir, passwordFile)
  throw new OperatorError(
    `The file ${file} is missing, and the private database can't be opened without it. Restore it from a backup of the data folder.`,
  )
}

function newIdentity(dataDir: string, progress: (sentence: string) => void): Identity {
  const id = randomBytes(6).toString('hex')
  const account = serviceAccount()
  if (canReach(account, dataDir)) return { id, home: '.', majorVersion: null }
  const home = path.join(openHome, id)
  progress(
    `Placing the private database at ${home}, because its account ${account.name} can't enter ${dataDir}.`,
  )
  const names = fs.existsSync(openHome) ? fs.readdirSync(openHome) : []
  for (const earlier of names.map((name) => path.join(openHome, name))) {
    if (ownerOfHome(earlier) === dataDir)
      progress(`An earlier database of this folder remains at ${earlier}. Delete it if nobody needs it.`)
  }
  return { id, home, majorVersion: null }
}

function readIdentity(file: string): Identity {
  const text = fs.readFileSync(file, 'utf8')
  try {
    return identityShape.parse(JSON.parse(text))
  } catch {
    throw new OperatorError(`The file ${file} is damaged. Restore it from a backup of the data folder.`)
  }
}

function ownerOf(folder: string): number | undefined {
  const uid = fs.statSync(folder, { throwIfNoEntry: false })?.uid
  if (uid === undefined || isRoot() || uid === process.getuid?.()) return uid
  throw new OperatorError(
    `The private database at ${folder} belongs to another account (user ${uid}). Start as the account that made it, or as root.`,
  )
}

function openForAccount(dataDir: string, account: ServiceAccount): void {
  if (!isRoot()) return
  if (!canReach(account, dataDir)) {
    throw new OperatorError(
      `The account ${account.name}, under which PostgreSQL runs, can't enter the folders above ${dataDir}. Move the data folder back to where it was made, or to a folder that the account can enter.`,
    )
  }
  fs.chmodSync(dataDir, 0o711)
}

/** Rejects a copy of a data folder, which would share the home of the original. */
function claimHome(home: string, id: string, dataDir: string): void {
  makeTraversable(home)
  const owner = ownerOfHome(home)
  if (owner === dataDir) return
  const otherFile = owner && path.join(owner, identityFile)
  if (otherFile && fs.existsSync(otherFile) && readIdentity(otherFile).id === id) {
    throw new OperatorError(
      `The data folder ${dataDir} is a copy of ${owner}, and both name the database at ${home}. Use the original; or delete ${path.join(dataDir, identityFile)} to begin with an empty database, then restore a backup into it.`,
    )
  }
  replaceFile(path.join(home, ownerFile), dataDir)
}

function ownerOfHome(home: string): string | null {
  const file = path.join(home, ownerFile)
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null
}

interface InitializeOptions {
  progress: (sentence: string) => void
  /** Cancels `initdb`. */
  signal?: AbortSignal | undefined
}

/** Creates the cluster if there is none, and refuses one that is damaged or of another version. */
export async function ensureCluster(
  cluster: Cluster,
  binaries: Binaries,
  options: InitializeOptions,
): Promise<void> {
  const versionFile = path.join(cluster.folder, 'PG_VERSION')
  try {
    if (!fs.existsSync(versionFile)) await makeCluster(cluster, binaries, options)
    await removeDrafts(cluster.home)
  } catch (error) {
    throw toFolderError(error, cluster.home)
  }
  const version = Number(fs.readFileSync(versionFile, 'utf8'))
  if (version !== binaries.majorVersion) {
    throw new OperatorError(
      `The private database at ${cluster.folder} was created by PostgreSQL ${version}, but the programs here are PostgreSQL ${binaries.majorVersion}. ` +
        `Set PG_BIN_DIR to the programs of PostgreSQL ${version}; or start the earlier version of this product, make a backup (npm run ops -- backup FILE), and restore it into a new data folder. The folder was left untouched.`,
    )
  }
  if (cluster.majorVersion === null) {
    // From now on a missing cluster is an error.
    const { id, home, dataDir } = cluster
    const identity: Identity = { id, home: home === dataDir ? '.' : home, majorVersion: version }
    replaceFile(path.join(dataDir, identityFile), JSON.stringify(identity))
  }
}

async function makeCluster(
  cluster: Cluster,
  binaries: Binaries,
  { progress, signal }: InitializeOptions,
): Promise<void> {
  const { folder, dataDir, account } = cluster
  if (cluster.majorVersion !== null) {
    throw new OperatorError(
      `The private database of ${dataDir} is missing at ${folder}. Put it back (is its disk mounted?), or delete the data folder for a fresh start.`,
    )
  }
  if (fs.existsSync(folder) && fs.readdirSync(folder).length > 0) {
    throw new OperatorError(
      `The folder ${folder} holds something that is not a PostgreSQL database. Move it away, then start again.`,
    )
  }
  progress('Creating the private database. This happens once.')
  const draft = fs.mkdtempSync(`${folder}.tmp-`)
  const draftPassword = `${draft}.password`
  try {
    fs.writeFileSync(draftPassword, clusterPassword(cluster), { mode: 0o600 })
    for (const file of [draft, draftPassword]) fs.chownSync(file, account.uid, account.gid)
    await runInitdb(cluster, binaries, ['--pgdata', draft, '--pwfile', draftPassword], signal)
    fs.renameSync(draft, folder)
    syncFolder(cluster.home)
  } catch (error) {
    // Another process may have been faster; its cluster is used.
    if (!fs.existsSync(path.join(folder, 'PG_VERSION'))) throw error
  } finally {
    fs.rmSync(draftPassword, { force: true })
    await remove(draft)
  }
}

async function runInitdb(
  { account, home }: Cluster,
  { initdb, majorVersion }: Binaries,
  place: string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const options = [
    ...['--username', superuser, '--auth=scram-sha-256', '--data-checksums', '--no-instructions'],
    ...['--encoding=UTF8', '--locale=C'],
    // The same Unicode case rules on every machine; before 17 the system's.
    ...(majorVersion >= 17
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
      : ['--lc-ctype=C.UTF-8']),
  ]
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
  const { uid, gid } = account
  const running = { uid, gid, cwd: '/', env, signal, killSignal: 'SIGINT' } as const
  await promisify(execFile)(initdb, [...place, ...options], running).catch((error) => {
    signal?.throwIfAborted()
    throw initdbFailure(String(error.stderr || error.message), home)
  })
}

function initdbFailure(output: string, home: string): unknown {
  const full = toFullDiskError(output, home)
  if (full) return full
  const lines = output.trim().split('\n')
  const reason = lines.find((line) => /error|fatal/i.test(line)) ?? lines.at(-1)
  return new OperatorError(
    `The private database could not be created at ${home}: ${reason?.trim() || 'initdb gave no reason'}. Fix that and start again; nothing incomplete was left behind.`,
  )
}

/** Removes drafts of killed starts. A concurrent start no longer needs its draft either, once the cluster exists. */
async function removeDrafts(home: string): Promise<void> {
  for (const name of fs.readdirSync(home))
    if (name.startsWith('postgres.tmp-')) await remove(path.join(home, name))
}

/** Retries, because initdb outlives a killed start by about a second and still writes files. */
async function remove(draft: string): Promise<void> {
  await fs.promises.rm(draft, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}
