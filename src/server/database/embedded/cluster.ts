import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { replaceFile, syncFolder, writeIfAbsent } from '#server/atomic-files.ts'
import {
  makeFolder,
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
  /** The path by which it was named; it may be a link. */
  namedDir: string
  id: string
  /** PostgreSQL's own data directory. */
  folder: string
  account: ServiceAccount
  /** PostgreSQL's major version; null until the cluster was created. */
  majorVersion: number | null
}

const identityFile = 'cluster.json'
const passwordFile = 'database-password'
const identityShape = z.object({
  id: z.string().regex(/^[0-9a-f]{12}$/),
  majorVersion: z.number().nullable(),
})

type Identity = z.infer<typeof identityShape>

/**
 * Where only root can enter, as in /root, a new data folder becomes a link to a folder that PostgreSQL's account can enter,
 * too. Call it before anything is written there.
 */
export function placeDataFolder(dataDir: string): void {
  const anyAccount = { uid: 65534, gid: 65534 }
  if (!isRoot() || fs.lstatSync(dataDir, { throwIfNoEntry: false })) return
  makeFolder(path.dirname(dataDir))
  if (canReach(anyAccount, dataDir)) return
  makeTraversable(openHome)
  const folder = fs.mkdtempSync(path.join(openHome, 'data-'))
  try {
    fs.symlinkSync(folder, dataDir)
  } catch (error) {
    fs.rmdirSync(folder)
    // Another process may have been faster.
    if (!fs.existsSync(dataDir)) throw toFolderError(error, dataDir)
  }
}

/** The cluster of the data folder, or the name of a new one. */
export function findCluster(namedDir: string, progress: (sentence: string) => void): Cluster {
  placeDataFolder(namedDir)
  const dataDir = prepareDataFolder(namedDir)
  const file = path.join(dataDir, identityFile)
  const folder = path.join(dataDir, 'postgres')
  try {
    const account = serviceAccount(ownerOf(folder))
    if (isRoot()) openForAccount(dataDir, account)
    if (!fs.existsSync(file)) {
      if (path.dirname(dataDir) === openHome)
        progress(
          `${namedDir} is a link to ${dataDir}, because PostgreSQL can't run as root, and no other account can enter ${path.dirname(namedDir)}.`,
        )
      const identity: Identity = { id: randomBytes(6).toString('hex'), majorVersion: null }
      writeIfAbsent(file, JSON.stringify(identity))
    }
    return { dataDir, namedDir, folder, account, ...readIdentity(file) }
  } catch (error) {
    throw toFolderError(error, dataDir)
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

/** Whether the data folder or its cluster was deleted, perhaps while in use. An error of the disk does not say so. */
export async function isRemoved({ namedDir, folder }: Cluster): Promise<boolean> {
  try {
    await fs.promises.stat(path.join(namedDir, identityFile))
    await fs.promises.stat(path.join(folder, 'PG_VERSION'))
    return false
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return true
    throw error
  }
}

/** The superuser's password, created with the cluster. */
export function clusterPassword({ dataDir, majorVersion }: Cluster): string {
  const file = path.join(dataDir, passwordFile)
  if (majorVersion === null || fs.existsSync(file)) return secretFromDataFolder(dataDir, passwordFile)
  throw new OperatorError(
    `The file ${file} is missing, and the private database can't be opened without it. Restore it from a backup of the data folder.`,
  )
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
  if (!canReach(account, dataDir)) {
    throw new OperatorError(
      `The account ${account.name}, under which PostgreSQL runs, can't enter the folders above ${dataDir}. Move the data folder to where the account can enter or, if it is empty, remove it.`,
    )
  }
  fs.chmodSync(dataDir, 0o711)
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
    await removeDrafts(cluster.dataDir)
  } catch (error) {
    throw toFolderError(error, cluster.dataDir)
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
    const identity: Identity = { id: cluster.id, majorVersion: version }
    replaceFile(path.join(cluster.dataDir, identityFile), JSON.stringify(identity))
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
    syncFolder(cluster.dataDir)
  } catch (error) {
    // Another process may have been faster; its cluster is used.
    if (!fs.existsSync(path.join(folder, 'PG_VERSION'))) throw error
  } finally {
    fs.rmSync(draftPassword, { force: true })
    await remove(draft)
  }
}

async function runInitdb(
  { account, dataDir }: Cluster,
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
    throw initdbFailure(String(error.stderr || error.message), dataDir)
  })
}

function initdbFailure(output: string, dataDir: string): unknown {
  const full = toFullDiskError(output, dataDir)
  if (full) return full
  const lines = output.trim().split('\n')
  const reason = lines.find((line) => /error|fatal/i.test(line)) ?? lines.at(-1)
  return new OperatorError(
    `The private database could not be created at ${dataDir}: ${reason?.trim() || 'initdb gave no reason'}. Fix that and start again; nothing incomplete was left behind.`,
  )
}

/** Removes drafts of killed starts. A concurrent start no longer needs its draft either, once the cluster exists. */
async function removeDrafts(dataDir: string): Promise<void> {
  for (const name of fs.readdirSync(dataDir))
    if (name.startsWith('postgres.tmp-')) await remove(path.join(dataDir, name))
}

/** Retries, because initdb outlives a killed start by about a second and still writes files. */
async function remove(draft: string): Promise<void> {
  await fs.promises.rm(draft, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}
