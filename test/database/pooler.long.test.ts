import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findPrograms } from '#commands/debian-packages.ts'
import { freePort } from '#commands/free-port.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { makeFolder, until } from '#test/support/database-process.ts'
import { inSession, migrationsFolder } from '#test/support/database-server.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

/* PgBouncer in transaction mode hands one connection from client to client; in session mode each keeps its own. */

const [program] = findPrograms('PgBouncer') ?? []
/** 1.20 and before can't keep statements apart, and need session mode. */
const isOld =
  program && /^PgBouncer 1\.(1?\d|20)\./.test(execFileSync(program, ['--version'], { encoding: 'utf8' }))
const silent = { info: () => {}, warn: () => {}, error: () => {} }
const options = { progress: () => {}, log: silent, migrations: migrationsFolder }

async function startPooler(mode: 'transaction' | 'session'): Promise<string> {
  const { connection } = await createTestDatabase('empty')
  const { host, port, user, password, database } = connection
  const { uid, gid } = fs.statSync(`${host}/.s.PGSQL.${port}`)
  const folder = makeFolder('pooler', { uid, gid })
  fs.mkdirSync(folder)
  const listen = await freePort()
  const lines = [
    '[databases]',
    `${database} = host=${host} port=${port} user=${user} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${listen}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    `default_pool_size = ${mode === 'transaction' ? 1 : 20}`,
    ...(isOld ? [] : ['max_prepared_statements = 100']),
  ]
  const file = path.join(folder, 'pgbouncer.ini')
  fs.writeFileSync(file, lines.join('\n'))
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid, gid } : {}
  const pooler = spawn(program ?? '', ['-q', file], { stdio: 'ignore', ...account })
  onTestFinished(() => void pooler.kill('SIGKILL'))
  const url = `postgres://${user}@127.0.0.1:${listen}/${database}`
  await until(() =>
    inSession({ connectionString: url }, (client) => client.query('SELECT 1')).then(
      () => true,
      () => false,
    ),
  )
  return url
}

test.skipIf(!program)(
  'a start behind a transaction pooler changes no connection that others get [T749]',
  async () => {
    const url = await startPooler('transaction')
    const { close, isAlive } = await openDatabase({ kind: 'external', url }, options)
    expect(await isAlive()).toBe(true)
    await close()
    const changed = await inSession({ connectionString: url }, (client) =>
      client.query("SELECT name FROM pg_settings WHERE source = 'session' AND name LIKE '%timeout'"),
    )
    expect(changed.rows).toEqual([])
  },
)

test.for(['transaction', 'session'] as const)(
  'several instances work side by side through a pooler in %s mode [T834]',
  async (mode, { skip }) => {
    if (!program || (isOld && mode === 'transaction')) skip()
    const url = await startPooler(mode)
    const instances = await Promise.all([1, 2].map(() => openDatabase({ kind: 'external', url }, options)))
    for (let round = 0; round < 3; round += 1) {
      const sums = instances.map(({ pools }) => pools.reads.query('SELECT $1::integer + 1 AS sum', [round]))
      expect((await Promise.all(sums)).map(({ rows }) => rows[0].sum)).toEqual([round + 1, round + 1])
    }
    for (const { close } of instances) await close()
  },
)

test.for(['transaction', 'session'] as const)(
  'after the first start no connection of a pooler in %s mode is without limits [T1109]',
  async (mode, { skip }) => {
    if (!program) skip()
    const url = await startPooler(mode)
    const { pools, close } = await openDatabase({ kind: 'external', url }, options)
    // At the same time, so that each is another one of the pooler's.
    const ask = "SELECT current_setting('statement_timeout') AS limit, pg_sleep(0.5)"
    const found = await Promise.all([1, 2, 3].map(() => pools.reads.query(ask)))
    expect(found.map(({ rows }) => rows[0].limit)).toEqual(['15s', '15s', '15s'])
    await close()
  },
)
