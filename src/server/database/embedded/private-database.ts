import fs from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { folderFailure, fullDiskFailure } from '#server/data-folder.ts'
import { OperatorError } from '#server/operator-error.ts'
import { type LockName, lockClass, locks } from '../locks.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import {
  type Cluster,
  clusterPassword,
  ensureCluster,
  findCluster,
  isStillThere,
  superuser,
} from './cluster.ts'
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
} from './postmaster.ts'
import { appDatabase, appRole, ensureRoles, ownerRole } from './roles.ts'

interface PrivateDatabaseOptions {
  dataDir: string
  binDir?: string | undefined
  /** `server`: the only one on this data folder. `attach`: beside a running server, or alone. */
  mode: 'server' | 'attach'
  progress: (sentence: string) => void
  /** Breaks off the making of the database. */
  signal?: AbortSignal | undefined
  /** Called once if PostgreSQL ends without being asked to. The next start finds all that was acknowledged. */
  onLost?: ((loss: DatabaseLoss) => void) | undefined
}

export interface DatabaseLoss {
  sentence: string
  /** Whether the program may be started again at once: not where the data folder was removed. */
  mayRestart: boolean
}

/** The PostgreSQL of a data folder, running. */
export interface PrivateDatabase {
  /** How the app connects. */
  connection: pg.ClientConfig
  /** How the role connects that owns the tables. */
  ownerConnection: pg.ClientConfig
  /** How a superuser connects, to the database `postgres`. */
  superuserConnection: pg.ClientConfig
  /** Stops PostgreSQL, unless somebody else still uses it. Takes 8 seconds at the most. */
  stop(): Promise<void>
}

/** What it takes to start a cluster and to connect to it as a superuser. */
interface Start {
  cluster: Cluster
  binaries: Binaries
  superuserConnection: pg.ClientConfig & { password: string }
  progress: (sentence: string) => void
}

/**
 * A superuser's connection that this process keeps as long as it needs PostgreSQL. Its locks tell others, and the kernel
 * frees them if this process is killed: `server` is held by the one server of a data folder; `use` is shared by all
 * that need PostgreSQL, and whoever gets it alone may stop it; `setup` is held while roles and database are made.
 */
interface Session {
  client: pg.Client
  /** PostgreSQL's main process, verified. */
  pid: number
  /** Whether this process started it. */
  isOurs: boolean
}

/** Milliseconds for a server that stands in the way (one that is just ending, or a killed one's last child). */
const startPatience = 20_000
/** Bytes that PostgreSQL needs to recover: two pieces of its log. */
const leastRoom = 32 * 2 ** 20
/** Milliseconds: a killed server's session may take a moment to end. */
const lockPatience = 3_000

/** Makes the cluster if there is none, starts PostgreSQL on it if it does not run, and makes roles and database. */
export async function startPrivateDatabase(options: PrivateDatabaseOptions): Promise<PrivateDatabase> {
  const { dataDir, binDir, mode, progress, signal, onLost } = options
  const cluster = findCluster(dataDir, progress)
  const binaries = await findBinaries({ binDir, account: cluster.account, progress })
  await ensureCluster(cluster, binaries, { progress, signal })
  const address = { host: socketFolder(cluster), port: socketPort, password: clusterPassword(cluster) }
  const superuserConnection = { ...address, user: superuser, database: 'postgres' }
  const session = await join({ cluster, binaries, superuserConnection, progress }, mode)

  let isStopping = false
  let misses = 0
  const watch = setInterval(() => {
    // A plain `kill` makes PostgreSQL wait until everybody has disconnected, which this session never does.
    if (readPostmasterFile(cluster)?.isStopping) sendSignal(session.pid, 'SIGINT')
    // PostgreSQL itself notices a removed folder after a minute, and would acknowledge writes until then.
    misses = isStillThere(cluster) ? 0 : misses + 1
    if (misses > 1) sendSignal(session.pid, 'SIGQUIT')
  }, 500).unref()
  session.client.once('end', async () => {
    clearInterval(watch)
    if (mode === 'server') await untilThereIsRoom(cluster, progress, () => isStopping)
    if (isStopping) return
    const isRemoved = !isStillThere(cluster)
    const sentence = isRemoved
      ? `The data folder ${cluster.dataDir} was removed while in use.`
      : `The private database ended unexpectedly. Its log is ${logFile(cluster)}.`
    onLost?.({ sentence, mayRestart: !isRemoved })
  })

  progress('The private database is up.')
  return {
    connection: { ...address, user: appRole, database: appDatabase },
    ownerConnection: { ...address, user: ownerRole, database: appDatabase },
    superuserConnection,
    async stop() {
      if (isStopping) return
      isStopping = true
      if (await isLastUser(session.client).catch(() => false)) await stopPostmaster(session.pid, cluster)
      await session.client.end().catch(() => {})
    },
  }
}

/** On a full disk PostgreSQL may end, and could not be started again. Until there is room the server goes on without it. */
async function untilThereIsRoom(
  cluster: Cluster,
  progress: (sentence: string) => void,
  isStopping: () => boolean,
): Promise<void> {
  if (hasNoRoom(cluster))
    progress(
      `The disk that holds ${cluster.home} is full, and the private database stopped. Free some space.`,
    )
  while (!isStopping() && hasNoRoom(cluster)) await pause(1_000)
}

function hasNoRoom(cluster: Cluster): boolean {
  if (!isStillThere(cluster)) return false
  const { bavail, bsize } = fs.statfsSync(cluster.home)
  return bavail * bsize < leastRoom
}

/** Connects, starting PostgreSQL if need be, and takes the locks; again, if it ends in between. */
async function join(start: Start, mode: PrivateDatabaseOptions['mode']): Promise<Session> {
  let hasStoppedOne = false
  for (;;) {
    const session = await openSession(start, mode)
    const { client, pid, isOurs } = session
    try {
      if (mode === 'server') await takeServerLock(client, start.cluster.dataDir)
      // Nobody uses it: a killed program left it behind, or another one has just started it and tries again as we do.
      // At most once, so that two starts at the same time don't go on stopping each other's.
      if (!isOurs && !hasStoppedOne && (await tryLock(client, 'use'))) {
        hasStoppedOne = true
        await stopPostmaster(pid, start.cluster)
      }
      await client.query('SELECT pg_advisory_lock_shared($1, $2)', [lockClass, locks.use])
      await client.query('SELECT pg_advisory_lock($1, $2)', [lockClass, locks.setup])
      await ensureRoles(client, start.superuserConnection)
      await client.query('SELECT pg_advisory_unlock($1, $2)', [lockClass, locks.setup])
      return session
    } catch (error) {
      const isEnded = await client.query('SELECT 1').then(
        () => false,
        () => true,
      )
      await client.end().catch(() => {})
      if (!isEnded) throw error
      await pause(100)
    }
  }
}

/** Connects to the PostgreSQL that runs, else to one that it starts. Waits for recovery as long as that takes. */
async function openSession(start: Start, mode: PrivateDatabaseOptions['mode']): Promise<Session> {
  const { cluster, binaries, progress } = start
  const began = Date.now()
  let postmaster: Postmaster | null = null
  let nextSentence = began + 5_000
  for (;;) {
    const answer = await connect(start, mode, postmaster)
    if (typeof answer === 'object') return answer
    const isLate = Date.now() - began > startPatience
    if (answer === 'another server' && isLate) throw folderInUse(cluster)
    if (answer === 'no server' && (!postmaster || postmaster.hasExited())) {
      // Another start may have taken it for one that a killed program left behind.
      const complaint = postmaster?.wasStopped() ? undefined : postmaster?.complaint()
      if (complaint !== undefined && !isInTheWay(complaint)) throw startFailure(cluster, complaint)
      if (complaint !== undefined && isLate) throw folderInUse(cluster)
      if (complaint !== undefined) await pause(200)
      postmaster = startPostmaster(cluster, binaries)
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
  mode: PrivateDatabaseOptions['mode'],
  postmaster: Postmaster | null,
): Promise<Session | 'no server' | 'another server' | 'not yet'> {
  const client = new pg.Client({
    ...superuserConnection,
    application_name: `stable-housing ${mode} session ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {}) // 'end' follows
  try {
    await client.connect()
    const { rows } = await client.query<{ backend: number }>('SELECT pg_backend_pid() AS backend')
    const pid = readPostmasterFile(cluster)?.pid
    // Verified: the process that our folder names is the parent of the one that answers.
    if (pid !== undefined && parentOf(rows[0]?.backend ?? 0) === pid)
      return { client, pid, isOurs: pid === postmaster?.pid }
    await client.end()
    return 'another server'
  } catch (error) {
    await client.end().catch(() => {})
    return explainNoAnswer(error, cluster)
  }
}

function explainNoAnswer(error: unknown, cluster: Cluster): 'no server' | 'not yet' {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'no server'
  if (code === '28P01' || code === '28000') {
    throw new OperatorError(
      `The file database-password in ${cluster.dataDir} does not fit the private database. Put the right one back from a backup of the data folder.`,
    )
  }
  if (code === 'EACCES') throw folderFailure(error, cluster.home)
  return 'not yet' // starting, recovering, ending, or busy
}

function isInTheWay(complaint: string): boolean {
  return /lock file .* (already exists|is empty)|pre-existing shared memory|is already in use/.test(complaint)
}

function folderInUse(cluster: Cluster): OperatorError {
  return new OperatorError(
    `Another PostgreSQL (process ${readPostmasterFile(cluster)?.pid}) holds the folder ${cluster.folder}, or the folder is a copy of one in use. Stop that PostgreSQL first; to copy a database, use npm run ops -- backup FILE.`,
  )
}

function startFailure(cluster: Cluster, complaint: string): OperatorError {
  return (
    fullDiskFailure(complaint, cluster.home) ??
    new OperatorError(
      `The private database does not start: ${complaint || 'it gave no reason'}. Its log is ${logFile(cluster)}.`,
    )
  )
}

async function takeServerLock(client: pg.Client, dataDir: string): Promise<void> {
  const deadline = Date.now() + lockPatience
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

/** Gives up this session's share; true when nobody else has one, and from then on newcomers wait. */
async function isLastUser(client: pg.Client): Promise<boolean> {
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
