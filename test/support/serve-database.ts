/**
 * Tests start and kill this process. It opens the database given by its argument (JSON), prints UP and, with `writes`, adds
 * rows until it ends, printing each acknowledged one. SIGTERM ends it cleanly.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseSettings } from '#server/database/open-database.ts'
import { type OpenDatabase, type OpenDatabaseOptions, openDatabase } from '#server/database/open-database.ts'
import { OperatorError } from '#server/operator-error.ts'
import { exitCodeAfterCrash } from '#server/stop-on-signals.ts'

interface Task {
  settings: DatabaseSettings
  migrations: string
  mode?: OpenDatabaseOptions['mode']
  writes?: boolean
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const task: Task = JSON.parse(process.argv[2] ?? '')

try {
  const log = { info: say, warn: (line: string) => say(`WARNING ${line}`), error: say }
  const { settings, migrations, mode = 'server' } = task
  const { pools, asOwner, close } = await openDatabase(settings, {
    progress: say,
    log,
    migrations,
    mode,
    onLost({ sentence, mayRestart }) {
      say(`LOST ${sentence}`)
      process.exit(mayRestart ? exitCodeAfterCrash : 1)
    },
  })
  process.once('SIGTERM', () => close().then(() => process.exit(0)))
  if (task.writes) {
    await asOwner(async (owner) => {
      await owner.query('CREATE TABLE IF NOT EXISTS written (number integer PRIMARY KEY)')
      // The program grants rights on its own tables only.
      await owner.query('GRANT ALL ON written TO PUBLIC')
    })
  }
  say('UP')
  if (task.writes) await writeContinuously(pools.reads)
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  say(`REFUSED ${error.message}`)
  process.exit(1)
}

async function writeContinuously(pool: OpenDatabase['pools']['reads']): Promise<never> {
  const { rows } = await pool.query('SELECT coalesce(max(number), 0) AS last FROM written')
  for (let number = rows[0].last + 1; ; number++) {
    const isWritten = await pool.query('INSERT INTO written VALUES ($1)', [number]).then(
      () => true,
      () => false,
    )
    if (isWritten) say(`WROTE ${number}`)
    await pause(2)
  }
}
