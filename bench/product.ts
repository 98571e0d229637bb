import { fork, type StdioOptions, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { tell } from '#commands/install.mjs'
import { clusterHome, loopback, newTemporaryInstance, stopInCleanup } from '#commands/temporary-instance.ts'
import { secretFromDataFolder } from '#server/data-folder.ts'
import { startPrivateDatabase } from '#server/database/embedded/private-database.ts'
import { appDatabase } from '#server/database/embedded/roles.ts'
import { post, sendJson } from './http.ts'
import { memoryUsed } from './measure.ts'
import { makeTables, type ServerSettings } from './tables.ts'

/** A server that is measured: the product, the bare server or the Express server. */
export interface Server {
  url: URL
  pid: number
}

export interface Product extends Server {
  account: { email: string; password: string }
  /** One session for each caller, as among many people. */
  tokens: string[]
  sessionSecret: string
  /** Megabytes; undefined without /proc. */
  memoryAtRest: number | undefined
  postgres: Postgres
}

interface Postgres {
  pid: number
  /** As the superuser. */
  connection: { host: string; port: number; user: string; password: string; database: string }
}

export interface Size {
  clients: number
  notes: number
}

const sessions = 20

interface Setting {
  /** On a PostgreSQL of its own, named by DATABASE_URL, instead of the private one. */
  isExternal: boolean
  employees: number
  /** Milliseconds after Ready at which to measure memory at rest; undefined to leave it out. */
  restTime?: number | undefined
}

/** Starts the product of that folder with `npm start`'s command on a new data folder, and fills it with made-up records. */
export async function startProduct(
  folder: string,
  size: Size,
  { isExternal, employees, restTime }: Setting,
  cleanup: AsyncDisposableStack,
): Promise<Product> {
  const instance = await newTemporaryInstance(cleanup)
  const external = isExternal ? await startExternalDatabase(cleanup) : undefined
  // With a database of its own the product makes one, as most people use it.
  const SESSION_SECRET = external && randomBytes(32).toString('base64url')
  const env = { ...process.env, ...instance.env, ...external?.env, SESSION_SECRET }
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  // The shell is replaced by the command. The channel ends it when this process is killed.
  const spawnCommand = (command: string) =>
    spawn(command, { shell: true, cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  async function startServer() {
    const server = stopInCleanup(cleanup, spawnCommand(scripts.start))
    const link = await new Promise<string>((resolve, reject) => {
      let printed = ''
      server.stdout?.on('data', (part) => {
        printed += part
        const link = /^Create the first super-admin: (\S+)$/m.exec(printed)?.[1]
        if (link && /^Ready on /m.test(printed)) resolve(link)
      })
      server.on('exit', (code) => reject(new Error(`The product ended with ${code}.\n${printed}`)))
    })
    return { server, link }
  }
  // The first start builds and renders the pages.
  const { server: first } = await startServer()
  first.kill('SIGTERM')
  await once(first, 'exit')
  const { server, link } = await startServer()
  const pid = server.pid ?? 0
  if (restTime) await pause(restTime)
  const memoryAtRest = memoryUsed(pid)
  const records = `--clients ${size.clients} --notes ${size.notes} --employees ${employees} --messages 100`
  const seed = stopInCleanup(cleanup, spawnCommand(`${scripts.ops} seed ${records}`))
  seed.stdout?.resume()
  const [code] = await once(seed, 'exit')
  if (code !== 0) throw new Error(`The records could not be made: "ops seed" ended with ${code}.`)
  const url = new URL(instance.url)
  const sessionSecret = SESSION_SECRET ?? secretFromDataFolder(instance.dataDir, 'session-secret')
  const postgres =
    external?.postgres ?? findPostgres(instance.dataDir, join(clusterHome(instance.dataDir), 'postgres'))
  return { url, pid, memoryAtRest, sessionSecret, postgres, ...(await signIn(url, link)) }
}

/** A second private PostgreSQL, which the product knows by its address only. */
async function startExternalDatabase(cleanup: AsyncDisposableStack) {
  const { dataDir } = await newTemporaryInstance(cleanup)
  const onLost = ({ sentence }: { sentence: string }) => tell(sentence)
  const database = await startPrivateDatabase({ dataDir, mode: 'server', progress: () => {}, onLost })
  cleanup.defer(() => database.stop())
  const urlOf = ({ user, password, host = '', port }: pg.ClientConfig) =>
    `postgresql://${user}:${password}@/${appDatabase}?host=${encodeURIComponent(host)}&port=${port}`
  const env = {
    DATABASE_URL: urlOf(database.connection),
    DATABASE_OWNER_URL: urlOf(database.ownerConnection),
  }
  return { env, postgres: findPostgres(dataDir, join(clusterHome(dataDir), 'postgres')) }
}

/** Signs in `count` different employees. In this database they all have the password of the account. */
export async function signInEmployees({ url, account, postgres }: Product, count: number): Promise<string[]> {
  const superuser = new pg.Client(postgres.connection)
  await superuser.connect()
  await superuser.query(
    'UPDATE employees SET password_hash = (SELECT password_hash FROM employees WHERE email = $1) WHERE password_hash IS NULL',
    [account.email],
  )
  const { rows } = await superuser.query(
    'SELECT email FROM employees WHERE email <> $1 ORDER BY id LIMIT $2',
    [account.email, count],
  )
  await superuser.end()
  const tokens: string[] = []
  for (const { email } of rows) {
    const { token } = await sendJson<{ token: string }>(url, post('/api/auth/login', { ...account, email }))
    tokens.push(token)
  }
  return tokens
}

async function signIn(url: URL, link: string): Promise<Pick<Product, 'account' | 'tokens'>> {
  const account = { email: 'admin@example.org', password: randomBytes(18).toString('base64url') }
  const token = new URL(link).searchParams.get('token')
  await sendJson(url, post('/api/auth/save', { token, password: account.password }))
  const tokens: string[] = []
  for (let count = 0; count < sessions; count += 1) {
    const { token } = await sendJson<{ token: string }>(url, post('/api/auth/login', account))
    tokens.push(token)
  }
  return { account, tokens }
}

/** The private PostgreSQL as its own files describe it, whichever version of the product started it. */
function findPostgres(dataDir: string, cluster: string): Postgres {
  const [pid, , , port, host = ''] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  const password = readFileSync(join(dataDir, 'database-password'), 'utf8').trim()
  const connection = { host, port: Number(port), user: 'postgres', password, database: 'stable_housing' }
  return { pid: Number(pid), connection }
}

/** The bare server and the Express server, on the same PostgreSQL. */
export async function startOtherServers(product: Product, cleanup: AsyncDisposableStack): Promise<Server[]> {
  await makeTables(product.postgres.connection)
  return [
    await startOtherServer('bare.ts', product, cleanup),
    await startOtherServer('express.ts', product, cleanup),
  ]
}

async function startOtherServer(
  file: string,
  product: Product,
  cleanup: AsyncDisposableStack,
): Promise<Server> {
  const { postgres, sessionSecret } = product
  // It writes a log, as the product does, and nobody reads it.
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit', 'ipc']
  const child = stopInCleanup(cleanup, fork(join(import.meta.dirname, file), { stdio }))
  const settings: ServerSettings = { host: loopback, connection: postgres.connection, sessionSecret }
  child.send(settings)
  const port = await new Promise((resolve, reject) => {
    child.on('message', resolve)
    child.on('exit', (code) => reject(new Error(`The server of ${file} ended with ${code}.`)))
  })
  return { url: new URL(`http://${loopback}:${port}`), pid: child.pid ?? 0 }
}
