import { execFile, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test, vi } from 'vitest'
import { freePort } from '#commands/free-port.ts'
import type { TrailRow } from '#contract/audit/endpoints.ts'
import type { Employee } from '#contract/employees/schema.ts'
import { apiCaller } from '#test/support/api-caller.ts'
import { bareEnvironment } from '#test/support/bare-environment.ts'
import { amina, hodan } from '#test/support/people.ts'
import { processEnd } from '#test/support/process-end.ts'
import { newTestInstance, type TestInstance } from '#test/support/running-product.ts'
import { root } from '#test/support/source-tree.ts'
import { password } from '#test/support/test-password.ts'

// Builds the former release first.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

/* The release before migration 0017, checked out from git, makes a data folder and a backup for this release to use. */

const formerRelease = 'a1b1ab9fb948d2902090bc64bc5865c634ca1a53'
/** No SMTP server listens on this port, so mail stays in the outbox. */
const settings = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'office@example.org', LOG_LEVEL: 'fatal' }
const email = 'admin@example.org'

/** The former release returns addresses without names. */
type NamedNote = { authorName?: string; editedByName?: string }

const run = promisify(execFile)
const remove = { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }

let parent: string
const instances: TestInstance[] = []
afterAll(async () => {
  for (const instance of instances) await instance.remove()
  if (parent) await rm(parent, remove)
})

/** A shallow clone does not have the former commit. */
const isInHistory = spawnSync('git', ['cat-file', '-e', formerRelease], { cwd: root }).status === 0

test.runIf(isInHistory)('an upgrade and a restore keep every record of the former release', async () => {
  parent = await mkdtemp(join(tmpdir(), 'upgrade-'))
  const dataDir = join(parent, 'data')
  const backup = join(parent, 'former.backup')
  const before = await recordsOfFormerRelease(dataDir, backup)
  expect(before.clients).toHaveLength(2)
  expect(before.mail.length).toBeGreaterThan(0)

  const upgraded = await newTestInstance({ ...settings, DATA_DIR: dataDir })
  instances.push(upgraded)
  expect(await recordsOf(upgraded)).toEqual(before)
  expect(await upgraded.ops('verify-audit')).toMatchObject({ code: 0 })

  const restored = await newTestInstance(settings)
  instances.push(restored)
  await mkdir(restored.dataDir, { recursive: true })
  await copyFile(join(dataDir, 'audit-keys'), join(restored.dataDir, 'audit-keys'))
  expect(await restored.ops('restore', backup)).toMatchObject({ code: 0 })
  expect(await recordsOf(restored)).toEqual(before)
  expect(await restored.ops('verify-audit')).toMatchObject({ code: 0 })
})

/** Checks out the former release. Installs only the packages that this release does not have: all take half a minute. */
async function checkOutFormerRelease(): Promise<string> {
  const folder = join(parent, 'release')
  await mkdir(folder)
  await run('sh', ['-c', `git archive ${formerRelease} | tar -x -C "$0"`, folder], { cwd: root })
  const packages = join(root, 'node_modules')
  await symlink(packages, join(folder, 'node_modules'))
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const missing = Object.entries(dependencies)
    .filter(([name]) => !existsSync(join(packages, name)))
    .map(([name, version]) => `${name}@${version}`)
  // Node.js also looks for packages in the folder above.
  const install = ['install', '--prefix', parent, '--prefer-offline', '--no-audit', '--no-fund', ...missing]
  await run('npm', install, { cwd: parent })
  return folder
}

/** Fills a data folder and backs it up with the former release. Returns the records as its API reports them. */
async function recordsOfFormerRelease(dataDir: string, backup: string) {
  const folder = await checkOutFormerRelease()
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = { ...bareEnvironment, ...settings, DATA_DIR: dataDir, PORT: `${port}`, PUBLIC_URL: url }
  const server = spawn(process.execPath, ['commands/start.ts'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  server.stdout.on('data', (part) => {
    printed += part
  })
  try {
    await expect.poll(() => printed).toMatch(/^Ready on /m)
    const { becomeSuperAdmin, send } = apiCaller(url)
    const token = await becomeSuperAdmin(
      /^Create the first super-admin: (\S+)$/m.exec(printed)?.[1] ?? '',
      email,
    )
    const create = async (path: string, body: object) => {
      const answer = await send('POST', path, token, body)
      expect(answer.status, path).toBe(201)
      return answer.body
    }
    const client = await create('/clients', hodan)
    await create('/clients', { ...hodan, firstName: 'Jasmine', lastName: 'O’Neill', status: 'pending' })
    const note = await create(`/clients/${client.id}/notes`, { text: 'Viewed two apartments.' })
    await create(`/clients/${client.id}/notes`, { text: 'Signed the lease.' })
    await send('PUT', `/clients/${client.id}/notes/${note.id}`, token, { text: 'Viewed three apartments.' })
    await send('PUT', `/clients/${client.id}`, token, { ...hodan, status: 'inactive', version: 1 })
    await create('/employees', amina)
    await create('/contact', { name: 'Rosa', email: 'rosa@example.org', message: 'Please call me.' })
    const records = await readRecords(url)
    await run(process.execPath, ['commands/ops.ts', 'backup', backup], { cwd: folder, env })
    return records
  } finally {
    server.kill('SIGTERM')
    await processEnd(server)
  }
}

async function recordsOf(instance: TestInstance) {
  const product = await instance.start()
  const records = await readRecords(product.url)
  await product.stop()
  return records
}

/** The records as the API reports them. Of the audit trail only the changes: reading adds rows to it. */
async function readRecords(url: string) {
  const { send } = apiCaller(url)
  const { body: session } = await send('POST', '/auth/login', undefined, { email, password })
  const read = async (path: string) => {
    const { status, body } = await send('GET', path, session.token)
    expect(status, path).toBe(200)
    return body
  }
  const clients: { id: string }[] = await read('/clients')
  const notes = await Promise.all(clients.map(({ id }) => read(`/clients/${id}/notes`)))
  const edited = notes.flat().filter(({ version }) => version > 1)
  const trail: { items: TrailRow[] } = await read('/audit?limit=100')
  const employees: Employee[] = await read('/employees')
  const mail: { recipient: string }[] = await read('/outgoing-mail')
  return {
    clients,
    notes: notes.map((list) => list.map(({ authorName, editedByName, ...note }: NamedNote) => note)),
    versions: await Promise.all(
      edited.map(async ({ clientId, id }) =>
        (await read(`/clients/${clientId}/notes/${id}/versions`)).map(
          ({ authorName, ...version }: NamedNote) => version,
        ),
      ),
    ),
    history: await Promise.all(
      clients.map(async ({ id }) =>
        (await read(`/clients/${id}/status-history`)).map(
          ({ byName, ...change }: { byName?: string }) => change,
        ),
      ),
    ),
    // The former release does not name these.
    employees: employees.map(({ hasTwoStep, ...employee }) => employee),
    messages: await read('/contact'),
    summary: await read('/clients/summary'),
    mail: mail.map(({ recipient }) => recipient),
    changes: trail.items
      .filter(({ action }) => ['added', 'edited'].includes(action))
      // The former release does not name these.
      .map(({ records, backup, operator, sessionId, network, requestId, actor, ...row }) => ({
        ...row,
        actor: actor && { ...actor, email: undefined },
      })),
  }
}
