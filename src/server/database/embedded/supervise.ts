import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../log.ts'
import { appDatabase, appRole, ensureAppDatabase } from './app-database.ts'
import { findBinaries } from './binaries.ts'
import { type Bootable, bringUp, type RunningCluster } from './bring-up.ts'
import { isLastUser, shareUse, takeServerLock } from './cluster-locks.ts'
import { findClusterPlace, isStillThere } from './cluster-place.ts'
import { clusterPassword, ensureCluster, superuser } from './initialize.ts'
import { removeSocketFolder, socketFolder, socketPort } from './socket-folder.ts'
import { hurryPoliteStop, stopCluster } from './stop-cluster.ts'

export interface SupervisionWanted {
  dataDir: string
  binDir?: string | undefined
  /** `server`: the only one on this data folder. `attach`: beside a running server, or alone. */
  mode: 'server' | 'attach'
  progress: (sentence: string) => void
  log: Log
  /** Breaks off the making of the database. */
  signal?: AbortSignal | undefined
}

/** A running private PostgreSQL that is started again whenever it ends without being asked to. */
export interface SupervisedCluster {
  /** How the app connects. */
  connection: pg.ClientConfig
  /** How a superuser connects, to the database `postgres`. */
  superuserConnection: pg.ClientConfig
  /** False once the data folder was removed under the running server: then nothing is safe any more. */
  isThere(): boolean
  /** Stops the server, unless somebody else still uses it. Takes 8 seconds at the most. */
  stop(): Promise<void>
}

/** Milliseconds between two tries to start a server that keeps ending. */
const shortestPause = 100
const longestPause = 5_000

export async function superviseCluster(wanted: SupervisionWanted): Promise<SupervisedCluster> {
  const { log, progress } = wanted
  const boot = await prepare(wanted)
  let running: RunningCluster | null = await join(boot, wanted.mode)
  let isStopping = false
  let isGone = false

  const watch = (cluster: RunningCluster) => {
    cluster.keeper.once('end', () => {
      running = null
      if (!isStopping && !isGone) void startAgain()
    })
  }
  watch(running)

  async function startAgain(): Promise<void> {
    log.warn('The private database ended. Starting it again.')
    for (let wait = shortestPause; !isStopping && !isGone; wait = Math.min(wait * 2, longestPause)) {
      if (!isStillThere(boot.place)) {
        await pause(wait)
        continue
      }
      try {
        const cluster = await join({ ...boot, progress: log.warn.bind(log) }, wanted.mode)
        if (isStopping || isGone) return void (await cluster.keeper.end())
        running = cluster
        watch(cluster)
        return log.info('The private database runs again.')
      } catch (error) {
        log.error(error instanceof Error ? error.message : String(error))
        await pause(wait)
      }
    }
  }

  /** PostgreSQL itself notices a removed folder after a minute, and would acknowledge writes until then. */
  let misses = 0
  const rounds = setInterval(() => {
    if (wanted.mode === 'server' && running) hurryPoliteStop(running, boot.place.cluster)
    misses = isStillThere(boot.place) ? 0 : misses + 1
    if (misses < 2) return
    clearInterval(rounds)
    isGone = true
    log.error(
      `The data folder ${boot.place.dataDir} was removed while in use. Stop the server and start it again.`,
    )
    if (running?.pid) process.kill(running.pid, 'SIGQUIT')
  }, 500)
  rounds.unref()

  progress('The private database is up.')
  const address = { host: running.socketDir, port: socketPort, password: boot.password }
  return {
    connection: { ...address, user: appRole, database: appDatabase },
    superuserConnection: { ...address, user: superuser, database: 'postgres' },
    isThere: () => !isGone,
    async stop() {
      isStopping = true
      clearInterval(rounds)
      if (!running) return
      if (isGone || !(await isLastUser(running.keeper).catch(() => false)))
        return void (await running.keeper.end())
      await stopCluster(running, boot.place.cluster)
      removeSocketFolder(boot.socketDir)
    },
  }
}

async function prepare({ dataDir, binDir, progress, signal }: SupervisionWanted): Promise<Bootable> {
  const place = findClusterPlace(dataDir, progress)
  const binaries = await findBinaries({ binDir, account: place.account, progress })
  await ensureCluster(place, binaries, { progress, signal })
  return { place, binaries, password: clusterPassword(place), socketDir: socketFolder(place), progress }
}

/** Connects, starting the server if need be, and takes the locks; again, if it ends in between. */
async function join(boot: Bootable, mode: SupervisionWanted['mode']): Promise<RunningCluster> {
  for (;;) {
    const running = await bringUp(boot)
    try {
      if (mode === 'server') await takeServerLock(running.keeper, boot.place.dataDir)
      await shareUse(running.keeper)
      await ensureAppDatabase(running.keeper, boot.password)
      return running
    } catch (error) {
      const hasEnded = await isEnded(running.keeper)
      await running.keeper.end().catch(() => {})
      if (!hasEnded) throw error
      await pause(shortestPause)
    }
  }
}

/** Whether the server ended under the connection, as when the one before us was just stopping it. */
async function isEnded(keeper: pg.Client): Promise<boolean> {
  return keeper.query('SELECT 1').then(
    () => false,
    () => true,
  )
}
