import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#commands/free-port.ts'
import { tell } from '#commands/install.mjs'
import { loopback, newTemporaryInstance, stopInCleanup } from '#commands/temporary-instance.ts'
import { backupName } from '#server/backup/kept-backups.ts'
import { secretFromDataFolder } from '#server/data-folder.ts'
import { startPrivateDatabase } from '#server/database/embedded/private-database.ts'
import { appDatabase } from '#server/database/embedded/roles.ts'
import { post, sendJson } from './calls.ts'
import { memoryUsed } from './processes.ts'

/** A server that is measured: the product, the bare server or the Express server. */
export interface Server {
  url: URL
  pid: number
}

export interface Product extends Server {
  account: { email: string; password: string }
  /** Sessions of different employees, one for each caller. */
  tokens: string[]
  sessionSecret: string
  dataDir: string
  /** Seconds from `npm start` to Ready, with nothing to build. */
  startTime: number
  /** Megabytes. */
  memoryAtRest: number
  postgresPid: number
  superuser: pg.Pool
  /** Of the superuser. */
  databaseUrl: string
  /** Runs one of the operator's commands, and throws if it fails. */
  ops(parameters: string): Promise<void>
  /** Clears the counters of the limits of large lists, which stay on. */
  clearLimits(): Promise<unknown>
}

interface Setting {
  clients: number
  /** On a PostgreSQL of its own, named by DATABASE_URL, instead of the private one. */
  isExternal: boolean
  /** Milliseconds after Ready at which to measure memory at rest. */
  restTime: number
  /** By default as many as there are callers. */
  employees?: number
}

/** Starts the product of that folder with `npm start`'s command on a new data folder, and fills it with made-up records. */
export async function startProduct(
  folder: string,
  { clients, isExternal, restTime, employees = 20 }: Setting,
  cleanup: AsyncDisposableStack,
): Promise<Product> {
  const instance = await newTemporaryInstance(cleanup)
  const external = isExternal ? await startExternalDatabase(cleanup) : undefined
  // It writes far faster than a person.
  const env = { ...process.env, ...instance.env, NOTES_PER_DAY: '999999999', ...external?.env }
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  // The shell is replaced by the command. The channel ends it when this process is killed.
  const run = (command: string) =>
    stopInCleanup(
      cleanup,
      spawn(command, { shell: true, cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] }),
    )
  // The first start builds and renders the pages.
  const first = run(scripts.start)
  await setupLink(first)
  first.kill('SIGTERM')
  await once(first, 'exit')
  const startedAt = performance.now()
  const server = run(scripts.start)
  const link = await setupLink(server)
  const startTime = (performance.now() - startedAt) / 1000
  const pid = server.pid ?? 0
  const { postgresPid, ...connection } = findPostgres(external ?? instance)
  await pause(restTime)
  const memoryAtRest = memoryUsed(pid, postgresPid)
  const seeded = clients % mostSeeded === 0 ? mostSeeded : clients
  const records = `--clients ${seeded} --notes ${10 * seeded} --employees ${employees} --messages 100`
  async function ops(parameters: string): Promise<void> {
    const command = run(`${scripts.ops} ${parameters}`)
    command.stdout?.resume()
    const [code] = await once(command, 'exit')
    if (code !== 0) throw new Error(`"ops ${parameters}" ended with ${code}.`)
  }
  // Otherwise the first daily backup would run while calls are measured.
  if (!external) {
    const folder = join(instance.dataDir, 'backups')
    mkdirSync(folder)
    await ops(`backup ${join(folder, backupName(new Date()))}`)
  }
  await ops(`seed ${records}`)
  const url = new URL(instance.url)
  const superuser = new pg.Pool({ ...connection, max: 1, allowExitOnIdle: true })
  // The database may end first.
  superuser.on('error', () => {})
  await superuser.query(smallCaseloads)
  if (clients > seeded) await copyClients(superuser, clients / seeded - 1)
  return {
    url,
    pid,
    startTime,
    memoryAtRest,
    dataDir: instance.dataDir,
    sessionSecret: external?.env.SESSION_SECRET ?? secretFromDataFolder(instance.dataDir, 'session-secret'),
    postgresPid,
    superuser,
    databaseUrl: databaseUrl(connection),
    ops,
    clearLimits: () => superuser.query('DELETE FROM throttling'),
    ...(await signIn(url, link, superuser)),
  }
}

/** No employee keeps more clients than one person can serve, or follow-ups of others. */
const smallCaseloads = `
  UPDATE clients SET assigned_to = NULL FROM (
    SELECT id, row_number() OVER (PARTITION BY assigned_to ORDER BY id) AS place FROM clients
  ) AS placed
  WHERE placed.id = clients.id AND place > 25 AND assigned_to IS NOT NULL;
  UPDATE follow_ups SET assigned_to = NULL FROM clients
  WHERE clients.id = client_id AND clients.assigned_to IS NULL AND follow_ups.assigned_to IS NOT NULL`

/** Clients that are made up one by one; a multiple of them is copies. */
const mostSeeded = 100_000

/** Adds copies of all clients, with their notes and without workers, whose ids are made of the originals'. */
async function copyClients(superuser: pg.Pool, copies: number): Promise<void> {
  const tables = ['clients', 'notes', 'last_notes']
  await superuser.query("SET session_replication_role = replica; SET maintenance_work_mem = '1GB'")
  // Built anew, they take a fraction of the time in which they would grow.
  const { rows: indexes } = await superuser.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = ANY ($1::regclass[]) AND NOT indisunique`,
    [tables],
  )
  for (const { name } of indexes) await superuser.query(`DROP INDEX ${name}`)
  for (const table of tables) {
    const { rows } = await superuser.query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND attgenerated = '' AND NOT attisdropped`,
      [table],
    )
    const columns = rows.map(({ name }) => name)
    const values = columns.map((name) => {
      if (name === 'assigned_to') return 'NULL'
      return ['id', 'client_id', 'corrects'].includes(name) ? `md5(${name}::text || copy)::uuid` : name
    })
    await superuser.query(
      `INSERT INTO ${table} (${columns}) SELECT ${values} FROM ${table}, generate_series(1, ${copies}) AS copy`,
    )
  }
  for (const { definition } of indexes) await superuser.query(definition)
  await superuser.query('RESET ALL')
}

/** Waits until the server is ready. Returns the link for the first super-admin. */
function setupLink(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    server.stdout?.on('data', (part) => {
      printed += part
      const link = /^Create the first super-admin: (\S+)$/m.exec(printed)?.[1]
      if (link && /^Ready on /m.test(printed)) resolve(link)
    })
    server.on('exit', (code) => reject(new Error(`The product ended with ${code}.\n${printed}`)))
  })
}

/** A second private PostgreSQL, which the product knows by its address only. */
async function startExternalDatabase(cleanup: AsyncDisposableStack) {
  const instance = await newTemporaryInstance(cleanup)
  const onLost = ({ sentence }: { sentence: string }) => tell(sentence)
  const database = await startPrivateDatabase({
    dataDir: instance.dataDir,
    mode: 'server',
    progress: () => {},
    onLost,
  })
  cleanup.defer(() => database.stop())
  const env = {
    DATABASE_URL: databaseUrl(database.connection),
    DATABASE_OWNER_URL: databaseUrl(database.ownerConnection),
    SESSION_SECRET: randomBytes(32).toString('base64url'),
  }
  return { ...instance, env }
}

const databaseUrl = ({ user, password, host = '', port }: pg.ClientConfig) =>
  `postgresql://${user}:${password}@/${appDatabase}?host=${encodeURIComponent(host)}&port=${port}`

/** The private PostgreSQL as its own files describe it, whichever version of the product started it. */
function findPostgres({ dataDir }: { dataDir: string }) {
  const file = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8')
  const [pid, , , port, host = ''] = file.split('\n')
  const password = readFileSync(join(dataDir, 'database-password'), 'utf8').trim()
  return {
    postgresPid: Number(pid),
    host,
    port: Number(port),
    user: 'postgres',
    password,
    database: appDatabase,
  }
}

/** Signs in the first account, and the made-up employees, who get its password and role. */
async function signIn(url: URL, link: string, superuser: pg.Pool) {
  const account = { email: 'admin@example.org', password: randomBytes(18).toString('base64url') }
  const token = new URL(link).searchParams.get('token')
  await sendJson(url, post('/api/auth/save', { token, password: account.password }))
  const { rows } = await superuser.query(
    `UPDATE employees SET password_hash = one.password_hash, role = one.role FROM employees one
     WHERE one.email = $1 AND employees.email <> $1 RETURNING employees.email`,
    [account.email],
  )
  const tokens: string[] = []
  for (const { email } of rows) {
    const { token } = await sendJson<{ token: string }>(url, post('/api/auth/login', { ...account, email }))
    tokens.push(token)
  }
  return { account, tokens }
}

/** Starts the bare server or the Express server on the same PostgreSQL. */
export async function startOtherServer(
  file: string,
  product: Product,
  cleanup: AsyncDisposableStack,
): Promise<Server> {
  const port = await freePort()
  const env = {
    ...process.env,
    HOST: loopback,
    PORT: `${port}`,
    DATABASE_URL: product.databaseUrl,
    SESSION_SECRET: product.sessionSecret,
    // The size of the product's pool.
    CONNECTIONS: '20',
    NODE_ENV: 'production',
  }
  // It writes a log, as the product does, and nobody reads it.
  const child = stopInCleanup(
    cleanup,
    fork(join(import.meta.dirname, file), { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
  )
  const url = new URL(`http://${loopback}:${port}`)
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if ((await fetch(new URL('/api/health', url)).catch(() => undefined))?.ok)
      return { url, pid: child.pid ?? 0 }
    await pause(50)
  }
  throw new Error(`The server of ${file} did not start.`)
}
