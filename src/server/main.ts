import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Organization } from '#contract/organization/schema.ts'
import { createApp } from './app.ts'
import { takeOverFormerChain } from './audit/former-chain-store.ts'
import { auditKeyring } from './audit/keyring.ts'
import { sealContinuously } from './audit/sealing.ts'
import { digestRowsWith } from './audit/store.ts'
import { backUpDaily } from './backup/daily-backup.ts'
import { readConfig } from './config.ts'
import { secretFromDataFolder } from './data-folder.ts'
import { type OpenDatabase, openDatabase } from './database/open-database.ts'
import { firstStartLink } from './employees/super-admin-link.ts'
import { missingLetters } from './forms/letterhead.ts'
import { openApiDocument } from './http/openapi.ts'
import { createLog } from './http/request-log.ts'
import { listenFailure } from './listen-failure.ts'
import { organizationAt, organizationFile } from './organization/read-organization.ts'
import { startOutgoingMail } from './outgoing-mail/worker.ts'
import { preparePages } from './pages/prepare-pages.ts'
import { exitCodeAfterCrash, stopOnSignals } from './stop-on-signals.ts'
import { readTraining } from './training/content.ts'

/** Milliseconds. */
const patienceWithCallers = 3_000

interface MainOptions {
  /** Root of the repository. */
  root: string
  env: Record<string, string | undefined>
  /** The folder that `npm run build` has made. */
  build: string
  /** The folder of the migrations. */
  migrations: string
  /** Fills the database before anybody can ask; what it answers is said before `Ready on …`. */
  prepare?: (database: OpenDatabase, organization: Organization) => Promise<string[]>
}

/** One line on standard output, which is for the person at the terminal; the log goes to standard error. */
function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Brings up everything and says `Ready on …`. What a person has to put right is an OperatorError. */
export async function main({ root, env, build, migrations, prepare }: MainOptions): Promise<void> {
  const config = readConfig(env, root)
  const log = createLog(config.logLevel)
  const organization = await organizationAt(root)
  const training = await readTraining(root, { organization, retentionYears: config.retentionYears })
  const sessionSecret = config.sessionSecret ?? secretFromDataFolder(config.dataDir, 'session-secret')
  if (config.database.kind === 'external' && !config.sessionSecret) {
    log.warn('SESSION_SECRET is not set: instances with other data folders refuse the tokens of this one.')
  }
  const auditKeys = auditKeyring(config)
  const [auditKey] = auditKeys
  digestRowsWith(() => auditKey)
  const stopping = stopOnSignals(log)
  const { signal } = stopping
  const opening = openDatabase(config.database, {
    ...{ progress: say, log, signal, migrations },
    onLost({ sentence, mayRestart }) {
      if (signal.aborted) return
      log.error(sentence)
      void stopping.crash(mayRestart ? exitCodeAfterCrash : 1)
    },
  }).catch((error: unknown) => {
    // Not a failure: the start was canceled.
    if (!signal.aborted) throw error
  })
  stopping.add(async () => (await opening)?.close())
  const database = await opening
  if (!database || signal.aborted) return
  try {
    const { dataDir } = config
    await takeOverFormerChain({ database, keys: () => auditKeys, dataDir, log })
    const sealing = sealContinuously({ db: database.db, key: auditKey, dataDir, log })
    stopping.add(() => sealing.stop())
    const clock = () => new Date()
    const backups = backUpDaily({ config, database, root, migrations, clock, log })
    stopping.add(() => backups.stop())
    const mail = startOutgoingMail({ config, organization, db: database.db, clock, log })
    stopping.add(() => mail.stop())
    const { publicUrl } = config
    const fonts = join(build, 'fonts')
    for (const sentence of await missingLetters(organization, fonts))
      log.warn(`${organizationFile}: ${sentence}`)
    const prepared = (await prepare?.(database, organization)) ?? []
    const app = createApp({
      db: database.db,
      isDatabaseAlive: database.isAlive,
      backupStatus: backups.status,
      isTrailSealed: sealing.isWell,
      clock,
      log,
      publicUrl,
      sessionSecret,
      trustProxy: config.trustProxy,
      organization,
      training,
      mail,
      pages: await preparePages({
        build,
        organization,
        publicUrl,
        year: clock().getFullYear(),
        retentionYears: config.retentionYears,
        training,
        api: openApiDocument(publicUrl),
      }),
    })
    if (signal.aborted) return
    // Side by side: each may have to wait for others, and all must be over in time.
    stopping.add(() => Promise.all([closeWithin(app, patienceWithCallers), mail.stop()]))
    await listen(app, config)
    // Only now: a start that fails must not end the link that another instance has printed.
    const link = await firstStartLink({ db: database.db, clock, publicUrl }, config.superAdminEmail)
    if (link) say(`Create the first super-admin: ${link}`)
    for (const line of prepared) say(line)
    say(`Ready on ${publicUrl}`)
  } catch (error) {
    // A start that was canceled may fail at what is closed already.
    const isCanceled = signal.aborted
    await stopping.stop()
    if (!isCanceled) throw error
  }
}

/** Finishes what runs; whoever still sends or reads after `patience` milliseconds is cut off. */
async function closeWithin(app: FastifyInstance, patience: number): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), patience)
  await Promise.race([app.close(), pause(patience + 500)])
  clearTimeout(timer)
}

async function listen(app: FastifyInstance, { port, host }: { port: number; host: string }): Promise<void> {
  try {
    await app.listen({ port, host })
  } catch (error) {
    throw listenFailure(error as NodeJS.ErrnoException, { port, host })
  }
}
