import { execFile, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '#commands/free-port.ts'
import { apiCaller } from '#test/support/api-caller.ts'
import { bareEnvironment } from '#test/support/bare-environment.ts'
import { hodan } from '#test/support/people.ts'
import { processEnd } from '#test/support/process-end.ts'
import { newTestInstance } from '#test/support/running-product.ts'
import { root } from '#test/support/source-tree.ts'
import { createTestDatabase } from '#test/support/test-database.ts'
import { password } from '#test/support/test-password.ts'
import packageJson from '../../package.json' with { type: 'json' }

/* The oldest release that may run beside this one, and this one, on one database (docs/decisions/0006). */

// Builds the earlier release first.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const { commit } = packageJson.neighbor
const git = (...parameters: string[]) => spawnSync('git', parameters, { cwd: root, encoding: 'utf8' })
const isShallow = git('rev-parse', '--is-shallow-repository').stdout.trim() === 'true'
const run = promisify(execFile)

/** The earlier release's files, with the packages that it names. */
let folder: string

beforeAll(async () => {
  if (isShallow) return
  folder = await mkdtemp(join(tmpdir(), 'neighboring-release-'))
  await run('sh', ['-c', `git archive ${commit} | tar -x -C "$0"`, folder], { cwd: root })
  // Installing them anew takes longer than all the rest, and most releases only add packages.
  const named = packagesOf(readFileSync(join(folder, 'package.json'), 'utf8'))
  const here = packagesOf(readFileSync(join(root, 'package.json'), 'utf8'))
  if (Object.entries(named).every(([name, version]) => here[name] === version))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  else await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder })
})
afterAll(async () => {
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

function packagesOf(file: string): Record<string, string> {
  const { dependencies, devDependencies } = JSON.parse(file)
  return { ...dependencies, ...devDependencies }
}

type Env = Record<string, string>

async function startThisRelease(env: Env) {
  const instance = await newTestInstance(env)
  onTestFinished(() => instance.remove())
  const product = await instance.start()
  return { url: product.url, link: product.link(), ops: instance.ops, startAgain: undefined }
}

async function startEarlierRelease(env: Env) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const dataDir = join(folder, `data-${port}`)
  await mkdir(dataDir)
  const start = () =>
    spawn(process.execPath, ['commands/start.ts', 'server'], {
      cwd: folder,
      env: {
        ...bareEnvironment,
        ...env,
        PORT: `${port}`,
        PUBLIC_URL: url,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  let server = start()
  const stop = async () => {
    server.kill('SIGTERM')
    await processEnd(server)
  }
  onTestFinished(stop)
  async function untilReady(): Promise<string> {
    let printed = ''
    server.stdout.on('data', (part) => {
      printed += part
    })
    await expect.poll(() => printed).toMatch(/^Ready on /m)
    return printed
  }
  const link = /^Create the first super-admin: (\S+)$/m.exec(await untilReady())?.[1]
  async function startAgain(): Promise<void> {
    await stop()
    server = start()
    await untilReady()
  }
  return { url, link, ops: undefined, dataDir, stop, startAgain }
}

test.skipIf(isShallow).each([
  ['the earlier one starts first', startEarlierRelease, startThisRelease],
  ['this one starts first', startThisRelease, startEarlierRelease],
])(
  'two neighboring releases edit each other’s records when %s [T490]',
  async (_, startFirst, startSecond) => {
    const { connectionString } = await createTestDatabase('empty')
    const env = { DATABASE_URL: connectionString, SESSION_SECRET: 'rT6wq9ZkV2mXc8LpYb4Hs1NjD7fGe0Ua' }
    const first = await startFirst(env)
    const token = await apiCaller(first.url).becomeSuperAdmin(first.link ?? '')
    const second = await startSecond(env)
    // On the database that this release has migrated meanwhile.
    await first.startAgain?.()
    const signIn = { email: 'admin@example.org', password }
    const { body: session } = await apiCaller(second.url).send('POST', '/auth/login', undefined, signIn)
    const send = (method: string, path: string, body?: object) =>
      apiCaller(first.url).send(method, path, token, body)
    const other = (method: string, path: string, body?: object) =>
      apiCaller(second.url).send(method, path, session.token, body)
    const { body: client } = await send('POST', '/clients', hodan)
    const path = `/clients/${client.id}`
    const edited = { ...hodan, phone: '6125550188', version: 1 }
    expect(await other('PUT', path, edited)).toMatchObject({ status: 200, body: { version: 2 } })
    const stale = await send('PUT', path, { ...hodan, version: 1 })
    expect(stale).toMatchObject({ status: 409, body: { current: { phone: '6125550188', version: 2 } } })
    const again = { ...edited, status: 'pending', version: 2 }
    expect(await send('PUT', path, again)).toMatchObject({ status: 200, body: { version: 3 } })
    expect((await other('GET', path)).body).toMatchObject({ ...again, version: 3 })

    // The earlier release leaves what it does not know, and its audit row does not cover that.
    const [ours, theirs] = first.ops ? [send, other] : [other, send]
    const warned = { ...again, alert: 'Call after 4 pm.', version: 3 }
    expect(await ours('PUT', path, warned)).toMatchObject({ status: 200, body: { version: 4 } })
    expect(await theirs('PUT', path, { ...edited, version: 4 })).toMatchObject({ status: 200 })
    expect((await ours('GET', path)).body).toMatchObject({ ...edited, alert: warned.alert, version: 5 })

    const { body: note } = await other('POST', `${path}/notes`, { text: 'Viewed two apartments.' })
    const change = await send('PUT', `${path}/notes/${note.id}`, {
      text: 'Viewed three.',
      version: 1,
    })
    expect(change).toMatchObject({ status: 200, body: { text: 'Viewed three.', version: 2 } })
    const { body: versions } = await other('GET', `${path}/notes/${note.id}/versions`)
    expect(versions).toMatchObject([{ text: 'Viewed two apartments.', version: 1 }])

    const ops = first.ops ?? second.ops
    expect(await ops?.('verify-audit', '--records')).toMatchObject({ code: 0 })
  },
)

test.skipIf(isShallow)(
  'the earlier release starts again on a private database that this one has migrated [T839]',
  async () => {
    const earlier = await startEarlierRelease({})
    const { becomeSuperAdmin, send } = apiCaller(earlier.url)
    const token = await becomeSuperAdmin(earlier.link ?? '')
    const { body: client } = await send('POST', '/clients', token, hodan)
    await earlier.stop()
    const product = await (await newTestInstance({ DATA_DIR: earlier.dataDir })).start()
    onTestFinished(async () => void (await product.stop()))
    const edited = { ...hodan, phone: '6125550188', version: 1 }
    const put = await apiCaller(product.url).send('PUT', `/clients/${client.id}`, token, edited)
    expect(put).toMatchObject({ status: 200 })
    await product.stop()
    await earlier.startAgain()
    expect(await send('GET', `/clients/${client.id}`, token)).toMatchObject({ body: { phone: edited.phone } })
  },
)
