import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyInstance } from 'fastify'
import type { Organization } from '#contract/organization/schema.ts'
import { createApp } from './app.ts'
import { readAuditKeys } from './audit/keyring.ts'
import { sealFolders } from './audit/remembered-seal.ts'
import { sealContinuously } from './audit/sealing.ts'
import { type AuditTrail, auditTrail } from './audit/store.ts'
import { backUpDaily } from './backup/daily-backup.ts'
import { readConfig, riskySettings } from './config.ts'
import { secretFromDataFolder } from './data-folder.ts'
import { placeDataFolder } from './database/embedded/cluster.ts'
import { type OpenDatabase, openDatabase } from './database/open-database.ts'
import { firstStartLink } from './employees/super-admin-link.ts'
import { missingLetters } from './forms/letterhead.ts'
import { createMetrics } from './health/metrics.ts'
import { createLog } from './http/request-log.ts'
import { toListenError } from './listen-failure.ts'
import { readLanguagePages } from './organization/read-languages.ts'
import { organizationAt } from './organization/read-organization.ts'
import { startMailWorker } from './outgoing-mail/worker.ts'
import { preparePages } from './pages/prepare-pages.ts'
import { enterSecret } from './session/secret-in-use.ts'
import { checkTwoStepKey } from './session/two-step.ts'
import { exitCodeAfterCrash, stopOnSignals } from './stop-on-signals.ts'
import { readTraining } from './training/content.ts'

/** Milliseconds. */
const closeTimeout = 3_000

interface MainOptions {
  /** Root of the repository. */
  root: string
  env: Record<string, string | undefined>
  /** The folder that `npm run build` has made. */
  build: string
  /** The folder of the migrations. */
  migrations: string
  /** Fills the database before the server listens. Returns lines to print before `Ready on …`. */
  prepare?: (
    database: OpenDatabase,
    context: { organization: Organization; trail: AuditTrail },
  ) => Promise<string[]>
}

/** Writes a line to standard output; the log goes to standard error. */
function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Starts everything and prints `Ready on …`. Throws an OperatorError for what the operator has to fix. */
export async function main({ root, env, build, migrations, prepare }: MainOptions): Promise<void> {
  const config = readConfig(env, root)
  const log = createLog(config.logLevel)
  const { organizationDir, retentionYears } = config
  const organization = await organizationAt(root, organizationDir)
  const languagePages = await readLanguagePages(root, organization, organizationDir)
  const training = await readTraining(root, { organization, retentionYears }, organizationDir)
  if (config.database.kind === 'embedded') placeDataFolder(config.dataDir)
  const sessionSecret = config.sessionSecret ?? secretFromDataFolder(config.dataDir, 'session-secret')
  const twoStepKey =
    config.twoStepKey ??
    (config.database.kind === 'embedded' ? secretFromDataFolder(config.dataDir, 'two-step-key') : undefined)
  const auditKeys = readAuditKeys(config)
  const [auditKey] = auditKeys
  const trail = auditTrail(auditKey)
  const stopping = stopOnSignals(log)
  const { signal } = stopping
  const opening = openDatabase(config.database, {
    progress: say,
    log,
    signal,
    migrations,
    onLost({ sentence, mayRestart }) {
      if (signal.aborted) return
      log.error(sentence)
      void stopping.crash(mayRestart ? exitCodeAfterCrash : 1)
    },
  }).catch((error: unknown) => {
    // A canceled start is not a failure.
    if (!signal.aborted) throw error
  })
  stopping.add(async () => (await opening)?.close())
  const { publicUrl } = config
  const clock = () => new Date()
  // While PostgreSQL starts.
  const preparing = preparePages({
    build,
    otherCache: join(config.dataDir, 'pages'),
    organization,
    languagePages,
    publicUrl,
    clock,
    retentionYears,
    signInWith: config.oidc && { name: config.oidc.name, passwordPolicy: config.oidc.passwordPolicy },
    training,
  })
  // It is awaited below, where a failure ends what has begun.
  preparing.catch(() => {})
  const database = await opening
  if (!database || signal.aborted) return
  try {
    // Not through the log, whose level may hide it.
    for (const sentence of riskySettings(config)) process.stderr.write(`${sentence}\n`)
    await checkTwoStepKey(database.db, twoStepKey)
    const otherSecret = await enterSecret({ db: database.db, trail, secret: sessionSecret, clock })
    if (otherSecret) process.stderr.write(`${otherSecret}\n`)
    const sealing = sealContinuously({
      db: database.db,
      keys: auditKeys,
      folders: sealFolders(config),
      log,
    })
    stopping.add(() => sealing.stop())
    const backups = backUpDaily({ config, database, migrations, keys: auditKeys, clock, log })
    stopping.add(() => backups.stop())
    const mail = startMailWorker({ trail, db: database.db, config, organization, clock, log })
    stopping.add(() => mail.stop())
    const fonts = join(build, 'fonts')
    for (const sentence of await missingLetters(organization, fonts))
      log.warn(`${join(organizationDir, 'organization.json')}: ${sentence}`)
    const prepared = (await prepare?.(database, { organization, trail })) ?? []
    const metrics = config.metrics && (await createMetrics({ database, backupStatus: backups.status, clock }))
    const app = createApp({
      db: database.db,
      trail,
      isDatabaseAlive: database.isAlive,
      stopping: signal,
      observe: metrics?.observe,
      backupStatus: backups.status,
      isAuditSealed: sealing.isOnTime,
      isSealKept: sealing.isKept,
      clock,
      log,
      publicUrl,
      isPublicUrlSet: config.isPublicUrlSet,
      sessionSecret,
      twoStep: { policy: config.twoStep, key: twoStepKey },
      oidc: config.oidc,
      notesPerDay: config.notesPerDay,
      trustProxy: config.trustProxy,
      organization,
      languagePages,
      training,
      files: { mostBytes: config.filesMaxBytes, scanner: config.clamd },
      packets: { folder: join(config.dataDir, 'packets'), fonts },
      mail,
      pages: await preparing,
    })
    if (signal.aborted) return
    // In parallel: each may wait, and all must end in time.
    stopping.add(() => Promise.all([closeWithin(app, closeTimeout), mail.stop()]))
    await listen(app, config)
    if (metrics && config.metrics) {
      const server = await metrics.listen(config.metrics)
      stopping.add(async () => server.close().closeAllConnections())
    }
    stopping.drainFor(config.drainSeconds * 1000)
    // Only now, because a start that fails must not end the link that another instance printed.
    const link = await firstStartLink({ db: database.db, trail, clock, publicUrl }, config.superAdminEmail)
    if (link) {
      say(`The account of the first super-admin: ${config.superAdminEmail}`)
      say(`Create the first super-admin: ${link}`)
    }
    for (const line of prepared) say(line)
    say(`Ready on ${publicUrl}`)
    collectGarbage()
  } catch (error) {
    // A canceled start may fail on what is closed already.
    const isCanceled = signal.aborted
    await stopping.stop()
    if (!isCanceled) throw error
  }
}

/** V8 would keep what the start leaves behind until calls need the memory (docs/performance.md). */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  collect({ type: 'major', flavor: 'last-resort' })
}

/** Finishes running calls, and cuts off those that still send or read after `timeout` milliseconds. */
async function closeWithin(app: FastifyInstance, timeout: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), timeout)
  await Promise.race([app.close(), pause(timeout + 500)])
  clearTimeout(timer)
}

async function listen(app: FastifyInstance, { port, host }: { port: number; host: string }): Promise<void> {
  try {
    await app.listen({ port, host })
  } catch (error) {
    throw toListenError(error as NodeJS.ErrnoException, { port, host })
  }
}
