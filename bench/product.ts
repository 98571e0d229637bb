import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '#commands/free-port.ts'
import { newTemporaryFolder } from '#commands/temporary-folder.ts'
import { loopback, newTemporaryInstance, stopInCleanup } from '#commands/temporary-instance.ts'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { backupName } from '#server/backup/kept-backups.ts'
import { secretFromDataFolder } from '#server/data-folder.ts'
import { appDatabase } from '#server/database/embedded/roles.ts'
import { request, send, withToken } from './calls.ts'
import type { Program } from './measure.ts'

export type Product = Awaited<ReturnType<typeof startProduct>>

/** Starts the product of that folder with `npm start`'s command on a new data folder, and fills it with made-up records. */
export async function startProduct(folder: string, clients: number, cleanup: AsyncDisposableStack) {
  const { dataDir, url, env } = await newTemporaryInstance(cleanup)
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  // The shell is replaced by the command. The channel ends it when this process is killed.
  const run = (command: string, more: Record<string, string> = {}) =>
    stopInCleanup(
      cleanup,
      spawn(command, {
        shell: true,
        cwd: folder,
        // It writes far faster than a person.
        env: { ...process.env, ...env, NOTES_PER_DAY: '999999999', ...more },
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      }),
    )
  /** Returns the milliseconds that the command took. */
  async function ops(parameters: string, folder = dataDir): Promise<number> {
    const startedAt = performance.now()
    const command = run(`${scripts.ops} ${parameters}`, { DATA_DIR: folder })
    command.stdout?.resume()
    const [code] = await once(command, 'exit')
    if (code !== 0) throw new Error(`"ops ${parameters}" ended with ${code}.`)
    return performance.now() - startedAt
  }
  let server = run(scripts.start)
  const link = await setupLink(server)
  await ops(`backup ${join(dataDir, 'first.backup')}`)
  keepAsDaily(join(dataDir, 'first.backup'), join(dataDir, 'backups'))
  await ops(`seed --clients ${clients} --notes ${10 * clients} --employees 20 --messages 100`)
  const { postgresPid, ...connection } = findPostgres(dataDir)
  const superuser = new pg.Pool({ ...connection, max: 1, allowExitOnIdle: true })
  // The database may end first.
  superuser.on('error', () => {})
  await superuser.query(smallCaseloads)
  const origin = new URL(url).origin
  const tokens = await signIn(origin, link, superuser)
  const { user, password, host, port, database } = connection
  return {
    origin,
    pid: server.pid ?? 0,
    /** Returns the milliseconds that the start took on the existing data, and the id of the process that serves. */
    async restart() {
      server.kill('SIGTERM')
      await once(server, 'exit')
      const startedAt = performance.now()
      server = run(scripts.start)
      await whenPrinted(server, /^Ready on /m)
      return { time: performance.now() - startedAt, pid: childOf(server.pid) }
    },
    /** Milliseconds of the operator's commands, by name. The backup is restored into another data folder. */
    async timeCommands(): Promise<Record<string, number>> {
      const other = newTemporaryFolder(cleanup)
      const file = join(other, 'copy.backup')
      const backup = await ops(`backup ${file}`)
      cpSync(join(dataDir, 'audit-keys'), join(other, 'audit-keys'))
      const restore = await ops(`restore ${file}`, other)
      return { backup, restore, 'verify-audit --records': await ops('verify-audit --records') }
    },
    /** Sessions of different employees. */
    tokens,
    postgresPid,
    superuser,
    /** The settings of the other programs. */
    env: {
      DATABASE_URL: `postgresql://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
      SESSION_SECRET: secretFromDataFolder(dataDir, 'session-secret'),
    },
    /** Clears the counters of the limits, which stay on. */
    clearLimits: () => superuser.query('DELETE FROM throttling'),
    /** A long run must not count as inactivity. */
    async keepSessions() {
      for (const token of tokens)
        await send(origin, withToken(request(sessionEndpoints.activity, { body: {} }), token))
    },
  }
}

/** Otherwise the first daily backup would run while calls are measured. A daily one is named by the time in its first line. */
function keepAsDaily(file: string, folder: string): void {
  const [madeAt = ''] = /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(readFileSync(file, 'latin1')) ?? []
  mkdirSync(folder)
  renameSync(file, join(folder, backupName(new Date(madeAt))))
}

/** No employee keeps more clients than one person can serve, or follow-ups of others. */
const smallCaseloads = `
  UPDATE clients SET assigned_to = NULL FROM (
    SELECT id, row_number() OVER (PARTITION BY assigned_to ORDER BY id) AS place FROM clients
  ) AS placed
  WHERE placed.id = clients.id AND place > 25 AND assigned_to IS NOT NULL;
  UPDATE follow_ups SET assigned_to = NULL FROM clients
  WHERE clients.id = client_id AND clients.assigned_to IS NULL AND follow_ups.assigned_to IS NOT NULL`

/** Waits until the server is ready. Returns the link for the first super-admin. */
async function setupLink(server: ChildProcess): Promise<string> {
  const [, link = ''] = await whenPrinted(server, /^Create the first super-admin: (\S+)$.*^Ready on /ms)
  return link
}

function whenPrinted(server: ChildProcess, awaited: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let printed = ''
    server.stdout?.on('data', (part) => {
      printed += part
      const found = awaited.exec(printed)
      if (found) resolve(found)
    })
    server.on('exit', (code) => reject(new Error(`The product ended with ${code}.\n${printed}`)))
  })
}

/** `npm start` runs the server in a process of its own. Linux only. */
const childOf = (pid = 0) => Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'), 10)

/** The private PostgreSQL as its own files describe it, whichever version of the product started it. */
function findPostgres(dataDir: string) {
  const file = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8')
  const [pid, , , port, host = ''] = file.split('\n')
  const password = readFileSync(join(dataDir, 'database-password'), 'utf8').trim()
  const account = { user: 'postgres', password, database: appDatabase }
  return { postgresPid: Number(pid), host, port: Number(port), ...account }
}

/** Signs in the made-up employees, who get the password and the role of the first account. */
async function signIn(origin: string, link: string, superuser: pg.Pool): Promise<string[]> {
  const [email, password] = ['admin@example.org', randomBytes(18).toString('base64url')]
  const token = new URL(link).searchParams.get('token')
  await send(origin, request(sessionEndpoints.save, { body: { token, password } }))
  const { rows } = await superuser.query(
    `UPDATE employees SET password_hash = one.password_hash, role = one.role FROM employees one
     WHERE one.email = $1 AND employees.email <> $1 RETURNING employees.email`,
    [email],
  )
  const tokens: string[] = []
  for (const { email } of rows) {
    const { content } = await send(origin, request(sessionEndpoints.login, { body: { email, password } }))
    tokens.push(content.token)
  }
  return tokens
}

/** Starts the bare or the Express program on the same PostgreSQL. */
export async function startOther(
  file: string,
  product: Product,
  cleanup: AsyncDisposableStack,
): Promise<Program> {
  const port = `${await freePort()}`
  // As many connections as the product has.
  const settings = { ...product.env, HOST: loopback, PORT: port, CONNECTIONS: '20', NODE_ENV: 'production' }
  // It writes a log, as the product does, and nobody reads it.
  const child = stopInCleanup(
    cleanup,
    fork(join(import.meta.dirname, file), {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  )
  const origin = `http://${loopback}:${port}`
  for (let attempt = 0; attempt < 200; attempt += 1) {
    // Without a token it refuses, but it answers.
    if (await fetch(`${origin}/api/clients`).catch(() => undefined)) return { origin, pid: child.pid ?? 0 }
    await pause(50)
  }
  throw new Error(`The program of ${file} did not start.`)
}
