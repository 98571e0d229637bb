import fs from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { toFolderError, toFullDiskError } from '#server/data-folder.ts'
import { OperatorError } from '#server/operator-error.ts'
import { type LockName, lockClass, locks } from '../locks.ts'
import { isTransientError } from '../transient-errors.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { type Cluster, clusterPassword, ensureCluster, findCluster, isRemoved } from './cluster.ts'
import {
  logFile,
  type Postmaster,
  parentOf,
  readPostmasterFile,
  sendSignal,
  socketFolder,
  socketPort,
  startPostmaster,
  stopPostmaster,
  watchCluster,
} from './postmaster.ts'
import { appDatabase, appRole, ensureRoles, ownerRole, rolePassword, superuser } from './roles.ts'

interface PrivateDatabaseOptions {
  dataDir: string
  binDir?: string | undefined
  /** `server` must be the only one on the data folder. `attach` works with or without a running server. */
  mode: 'server' | 'attach'
  progress: (sentence: string) => void
  /** Cancels creating the database. */
  signal?: AbortSignal | undefined
  /** Called once if PostgreSQL ends unexpectedly. The next start recovers everything that was committed. */
  onLost?: ((loss: DatabaseLoss) => void) | undefined
}

export interface DatabaseLoss {
  sentence: string
  /** Whether to restart the server: not after the data folder was removed. */
  mayRestart: boolean
}

/** The running PostgreSQL of a data folder. */
export interface PrivateDatabase {
  /** For the app's role. */
  connection: pg.ClientConfig
  /** For the role that owns the tables. */
  ownerConnection: pg.ClientConfig
  /** For the superuser, to the database `postgres`. */
  superuserConnection: pg.ClientConfig
  /** Stops PostgreSQL unless another process uses it. Takes at most 8 seconds. */
  stop(): Promise<void>
}

interface Start {
  cluster: Cluster
  binaries: Binaries
  passwordOf: (role: string) => string
  superuserConnection: pg.ClientConfig
  /** Connects the owner of the tables to the database `postgres`. */
  sessionConnection: pg.ClientConfig
  progress: (sentence: string) => void
}

/**
 * A connection that this process keeps open while it needs PostgreSQL, for advisory locks, which a kill releases. It is the
 * owner's, because nothing after the start needs a superuser. The server holds `server`. Every process holds `use` in shared
 * mode; a process that gets it exclusively may stop PostgreSQL. `setup` is held while roles and database are created.
 */
interface Session {
  client: pg.Client
  /** PostgreSQL's main process, verified. */
  pid: number
}

/** The running PostgreSQL while this process takes its locks. */
interface ReachedServer {
  /** Connects the superuser. */
  admin: pg.Client
  /** As in `Session`. */
  pid: number
  /** Whether this process started it. */
  isOurs: boolean
}

/** Milliseconds to wait for another PostgreSQL on the folder to end. */
const otherServerTimeout = 20_000
/** PostgreSQL needs two WAL segments to recover. */
const minFreeBytes = 32 * 2 ** 20
/** Milliseconds. The session of a killed server takes a moment to end. */
const serverLockTimeout = 3_000

/** Creates the cluster, starts PostgreSQL, and creates roles and database, where they are missing. */
export async function startPrivateDatabase(options: PrivateDatabaseOptions): Promise<PrivateDatabase> {
  const { dataDir, binDir, mode, progress, signal, onLost } = options
  const cluster = findCluster(dataDir, progress)
  const binaries = await findBinaries({ binDir, account: cluster.account, progress })
  await ensureCluster(cluster, binaries, { progress, signal })
  const password = clusterPassword(cluster)
  const address = { host: socketFolder(cluster), port: socketPort }
  const passwordOf = (role: string) => rolePassword(role, password)
  const owner = { ...address, user: ownerRole, password: passwordOf(ownerRole) }
  const superuserConnection = { ...address, user: superuser, password, database: 'postgres' }
  const sessionConnection = { ...owner, database: 'postgres' }
  const start = { cluster, binaries, passwordOf, superuserConnection, sessionConnection, progress }
  const session = await acquireSession(start, mode)

  let isStopping = false
  const stopWatching = watchCluster({
    isStopping: async () => (await readPostmasterFile(cluster))?.isStopping === true,
    isRemoved: () => isRemoved(cluster),
    signal: (name) => void sendSignal(session.pid, name),
  })
  session.client.once('end', async () => {
    stopWatching()
    if (mode === 'server') await waitForDiskSpace(cluster, progress, () => isStopping)
    if (isStopping) return
    const isGone = await isRemoved(cluster).catch(() => false)
    const sentence = isGone
      ? `The data folder ${dataDir} was removed while in use.`
      : `The private database stopped unexpectedly. Its log is ${logFile(cluster)}.`
    onLost?.({ sentence, mayRestart: !isGone })
  })

  progress('The private database is up.')
  return {
    connection: {
      ...address,
      user: appRole,
      password: passwordOf(appRole),
      database: appDatabase,
    },
    ownerConnection: { ...owner, database: appDatabase },
    superuserConnection,
    async stop() {
      if (isStopping) return
      isStopping = true
      if (await releaseUse(session.client).catch(() => false)) await stopPostmaster(session.pid, cluster)
      await session.client.end().catch(() => {})
    },
  }
}

/** On a full disk PostgreSQL may end and can't be restarted. The server runs without it until there is space. */
async function waitForDiskSpace(
  cluster: Cluster,
  progress: (sentence: string) => void,
  isStopping: () => boolean,
): Promise<void> {
  if (await isDiskFull(cluster))
    progress(
      `The disk that holds ${cluster.dataDir} is full, and the private database stopped. Free some space.`,
    )
  while (!isStopping() && (await isDiskFull(cluster))) await pause(1_000)
}

async function isDiskFull({ dataDir }: Cluster): Promise<boolean> {
  const found = await fs.promises.statfs(dataDir).catch(() => undefined)
  return found !== undefined && found.bavail * found.bsize < minFreeBytes
}

/** Connects, starting PostgreSQL if needed, and takes the locks. Tries again if PostgreSQL ends meanwhile. */
async function acquireSession(start: Start, mode: PrivateDatabaseOptions['mode']): Promise<Session> {
  let hasStoppedOne = false
  for (;;) {
    const { admin, pid, isOurs } = await reachServer(start)
    let client = admin
    try {
      await admin.query('SELECT pg_advisory_lock($1, $2)', [lockClass, locks.setup])
      await ensureRoles(admin, start.passwordOf)
      client = await connectAsOwner(start, mode)
      await admin.end()
      if (mode === 'server') await takeServerLock(client, start.cluster.dataDir)
      // No process uses it: a killed server left it behind, or another start has just begun. Stop it only once, so that two
      // concurrent starts don't keep stopping each other's.
      if (!isOurs && !hasStoppedOne && (await tryLock(client, 'use'))) {
        hasStoppedOne = true
        await stopPostmaster(pid, start.cluster)
      }
      await client.query('SELECT pg_advisory_lock_shared($1, $2)', [lockClass, locks.use])
      return { client, pid }
    } catch (error) {
      const isEnded = await client.query('SELECT 1').then(
        () => false,
        () => true,
      )
      await Promise.allSettled([admin.end(), client.end()])
      if (!isEnded && !isTransientError(error)) throw error
      await pause(100)
    }
  }
}

async function connectAsOwner(
  { sessionConnection }: Start,
  mode: PrivateDatabaseOptions['mode'],
): Promise<pg.Client> {
  const application_name = `stable-housing ${mode} session ${process.pid}`
  const client = new pg.Client({ ...sessionConnection, application_name })
  client.on('error', () => {}) // 'end' follows
  await client.connect()
  return client
}

/** Connects to the running PostgreSQL as superuser, or starts one. Waits as long as recovery takes. */
async function reachServer(start: Start): Promise<ReachedServer> {
  const { cluster, binaries, progress } = start
  const began = Date.now()
  let postmaster: Postmaster | null = null
  let nextSentence = began + 5_000
  for (;;) {
    const answer = await connect(start, postmaster)
    if (typeof answer === 'object') return answer
    const isLate = Date.now() - began > otherServerTimeout
    if (answer === 'another server' && isLate) throw await folderInUse(cluster)
    if (answer === 'no server' && (!postmaster || postmaster.hasExited())) {
      // Another start may have stopped it.
      const lastMessage = postmaster?.exitedCleanly() ? undefined : postmaster?.lastMessage()
      if (lastMessage !== undefined && !isLockConflict(lastMessage)) throw startFailure(cluster, lastMessage)
      if (lastMessage !== undefined && isLate) throw await folderInUse(cluster)
      if (lastMessage !== undefined) await pause(200)
      postmaster = await startPostmaster(cluster, binaries)
    }
    if (Date.now() > nextSentence) {
      progress('The private database is still starting: it is recovering from an unclean shutdown.')
      nextSentence += 10_000
    }
    await pause(Date.now() - began < 3_000 ? 20 : 100)
  }
}

async function connect(
  { cluster, superuserConnection }: Start,
  postmaster: Postmaster | null,
): Promise<ReachedServer | 'no server' | 'another server' | 'not yet'> {
  const client = new pg.Client({ ...superuserConnection, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {}) // 'end' follows
  try {
    await client.connect()
    const { rows } = await client.query<{ backend: number }>('SELECT pg_backend_pid() AS backend')
    const pid = (await readPostmasterFile(cluster))?.pid
    // Verified: the process that our folder names is the parent of the backend.
    if (pid !== undefined && parentOf(rows[0]?.backend ?? 0) === pid)
      return { admin: client, pid, isOurs: pid === postmaster?.pid }
    await client.end()
    return 'another server'
  } catch (error) {
    await client.end().catch(() => {})
    return classifyConnectError(error, cluster)
  }
}

function classifyConnectError(error: unknown, cluster: Cluster): 'no server' | 'not yet' {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'no server'
  if (code === '28P01' || code === '28000') {
    throw new OperatorError(
      `The file database-password in ${cluster.dataDir} does not match the private database. Restore the right one from a backup of the data folder.`,
    )
  }
  if (code === 'EACCES') throw toFolderError(error, cluster.dataDir)
  return 'not yet' // starting, recovering, ending, or busy
}

function isLockConflict(lastMessage: string): boolean {
  return /lock file .* (already exists|is empty)|pre-existing shared memory|is already in use/.test(
    lastMessage,
  )
}

async function folderInUse(cluster: Cluster): Promise<OperatorError> {
  const file = await readPostmasterFile(cluster)
  return new OperatorError(
    `Another PostgreSQL (process ${file?.pid}) is using the folder ${cluster.folder}, or the folder is a copy of one in use. Stop that PostgreSQL first; to copy a database, use npm run ops -- backup FILE.`,
  )
}

function startFailure(cluster: Cluster, lastMessage: string): OperatorError {
  return (
    toFullDiskError(lastMessage, cluster.dataDir) ??
    new OperatorError(
      `The private database does not start: ${lastMessage || 'it gave no reason'}. Its log is ${logFile(cluster)}.`,
    )
  )
}

async function takeServerLock(client: pg.Client, dataDir: string): Promise<void> {
  const deadline = Date.now() + serverLockTimeout
  while (!(await tryLock(client, 'server'))) {
    if (Date.now() > deadline) {
      const { rows } = await client.query<{ pid: string }>(
        `SELECT split_part(application_name, ' ', 4) AS pid FROM pg_stat_activity
         WHERE application_name LIKE 'stable-housing server session %' AND pid <> pg_backend_pid()`,
      )
      const holder = rows.map(({ pid }) => ` (process ${pid})`).join('')
      throw new OperatorError(
        `The data folder ${dataDir} is in use by a running server${holder}. Stop that one, or set DATA_DIR to another folder.`,
      )
    }
    await pause(50)
  }
}

/** Releases the `use` lock. Returns true if no other process has it; new ones then wait. */
async function releaseUse(client: pg.Client): Promise<boolean> {
  await client.query('SELECT pg_advisory_unlock_shared($1, $2)', [lockClass, locks.use])
  return tryLock(client, 'use')
}

async function tryLock(client: pg.Client, lock: LockName): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS taken', [
    lockClass,
    locks[lock],
  ])
  return rows[0]?.taken === true
}
