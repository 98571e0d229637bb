import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { folderFailure, fullDiskFailure } from '#server/data-folder.ts'
import { OperatorError } from '#server/operator-error.ts'
import type { Binaries } from './binaries.ts'
import type { ClusterPlace } from './cluster-place.ts'
import { superuser } from './initialize.ts'
import { logFile, type Postmaster, startPostmaster } from './postmaster.ts'
import { isStranger, parentOf, readPostmasterFile } from './postmaster-file.ts'
import { socketFolder, socketPort } from './socket-folder.ts'

/** A cluster and all that it takes to start it. */
export interface Bootable {
  place: ClusterPlace
  binaries: Binaries
  password: string
  /** Where our own server puts its socket; an adopted one may have another. */
  socketDir: string
  progress: (sentence: string) => void
}

/** A server that answers and is known to be this cluster's. */
export interface RunningCluster {
  /** A superuser's connection. It ends when the server does, whoever started that. */
  keeper: pg.Client
  socketDir: string
  /** The server process, proven to be it; null when that can't be told, and then it is never signalled. */
  pid: number | null
}

/** Milliseconds for a server that stands in the way (one that is just ending, or a killed one's last child). */
const patience = 20_000

/**
 * Connects to the cluster's server: to one that runs already (after a kill of Node it runs on), else to one
 * that is started here. Waits for recovery as long as that takes.
 */
export async function bringUp(boot: Bootable): Promise<RunningCluster> {
  const started = Date.now()
  let postmaster: Postmaster | null = null
  let excusedPid: number | null = null
  let nextWord = started + 5_000
  for (;;) {
    const running = readPostmasterFile(boot.place.cluster)
    const socketDir = running?.socketDir || boot.socketDir
    const answer = await connect(boot, socketDir, postmaster)
    if (typeof answer === 'object') return answer
    if (answer === 'nobody' && (!postmaster || postmaster.hasExited())) {
      if (postmaster) {
        const complaint = postmaster.complaint()
        if (!isInTheWay(complaint) || Date.now() - started > patience)
          throw doesNotStart(boot.place, complaint)
        excusedPid = running && isStranger(running.pid) ? running.pid : null
        await pause(200)
      }
      socketFolder(boot.place) // whoever stopped before us, or who tidies /tmp, may have removed it
      postmaster = startPostmaster(boot.place, boot.binaries, boot.socketDir, excusedPid)
    }
    if (Date.now() > nextWord) {
      boot.progress('The private database is still starting: it recovers from an unclean end.')
      nextWord += 10_000
    }
    await pause(Date.now() - started < 3_000 ? 20 : 100)
  }
}

async function connect(
  { place, password }: Bootable,
  socketDir: string,
  postmaster: Postmaster | null,
): Promise<RunningCluster | 'nobody' | 'not yet'> {
  const keeper = new pg.Client({
    ...{ host: socketDir, port: socketPort, user: superuser, password, database: 'postgres' },
    application_name: `stable-housing keeper ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  })
  keeper.on('error', () => {}) // 'end' follows, which is what callers listen to
  try {
    await keeper.connect()
    const pid = await provenPid(keeper, place)
    const isOurChild = postmaster !== null && !postmaster.hasExited() && postmaster.child.pid === pid.claimed
    return { keeper, socketDir, pid: pid.proven || isOurChild ? pid.claimed : null }
  } catch (error) {
    await keeper.end().catch(() => {})
    return meaningOf(error, place, socketDir)
  }
}

/** Asks the server which cluster it serves and checks that its process is the parent of our own backend. */
async function provenPid(
  keeper: pg.Client,
  place: ClusterPlace,
): Promise<{ claimed: number; proven: boolean }> {
  const { rows } = await keeper.query<{ folder: string; claimed: string; backend: number }>(
    `SELECT current_setting('data_directory') AS folder, pg_backend_pid() AS backend,
            split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS claimed`,
  )
  const [row] = rows
  if (!row || row.folder !== place.cluster) {
    throw new OperatorError(
      `Another database (${row?.folder}) answers in the place of ${place.cluster}. Was the data folder moved or copied while in use? Stop the other program first.`,
    )
  }
  const claimed = Number(row.claimed)
  return { claimed, proven: parentOf(row.backend) === claimed }
}

function meaningOf(error: unknown, place: ClusterPlace, socketDir: string): 'nobody' | 'not yet' {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'nobody'
  if (error instanceof OperatorError) throw error
  if (code === '28P01' || code === '28000') {
    throw new OperatorError(
      `The file database-password in ${place.dataDir} does not fit the private database. Put the right one back from a backup of the data folder.`,
    )
  }
  if (code === 'EACCES') throw folderFailure(error, socketDir)
  return 'not yet' // starting, recovering, ending, or busy
}

function isInTheWay(complaint: string): boolean {
  return /lock file .* already exists|pre-existing shared memory|is already in use|could not create lock file ".*\.s\.PGSQL.*No such file/.test(
    complaint,
  )
}

function doesNotStart(place: ClusterPlace, complaint: string): unknown {
  const full = fullDiskFailure(complaint, place.home)
  if (full) return full
  const pid = readPostmasterFile(place.cluster)?.pid
  return new OperatorError(
    isInTheWay(complaint)
      ? `Another PostgreSQL (process ${pid}) holds the folder ${place.cluster}, or the folder is a copy of one in use. Stop that PostgreSQL first; to copy a database, use npm run ops -- backup FILE.`
      : `The private database does not start: ${complaint || 'it ended without a word'}. Its log is ${logFile(place)}.`,
  )
}
