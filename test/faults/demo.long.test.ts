import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildWhenChanged } from '#commands/build.ts'
import { freePort } from '#commands/free-port.ts'
import { dist } from '#commands/install.mjs'
import { roles } from '#contract/access/roles.ts'
import { apiCaller } from '#test/support/api-caller.ts'
import { bareEnvironment } from '#test/support/bare-environment.ts'
import { processEnd } from '#test/support/process-end.ts'
import { root } from '#test/support/source-tree.ts'
import { appCode } from '#test/support/two-step.ts'

/* `npm run demo`, whose folder DEMO_DIR names. */

/** Milliseconds, for four starts of the demo. */
const timeout = 300_000

let parent: string
let running: ChildProcess[]

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'stable-housing-demo-'))
  running = []
})

afterEach(async () => {
  for (const child of running) await end(child, 'SIGTERM')
  rmSync(parent, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
})

async function startDemo(more: Record<string, string> = {}, until = /^Ready on /m) {
  await buildWhenChanged(() => {})
  const port = await freePort()
  const child = spawn(process.execPath, [join(dist, 'demo.js')], {
    cwd: root,
    env: {
      ...bareEnvironment,
      PORT: `${port}`,
      DEMO_DIR: join(parent, 'data'),
      LOG_LEVEL: 'warn',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const listen = (part: Buffer) => {
      output += part
      if (until.test(output)) resolve()
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.on('exit', (code) => reject(new Error(`ended with ${code}:\n${output}`)))
  })
  const api = apiCaller(`http://localhost:${port}`)
  const signIns = new Map(
    [...output.matchAll(/^Sign in as ([\w-]+): (\S+) (\S+)$/gm)].map(([, role = '', email, password]) => [
      role,
      { email, password },
    ]),
  )
  return { child, api, output, signIns }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal)
  await processEnd(child)
}

type Demo = Awaited<ReturnType<typeof startDemo>>

async function tokenOf({ api, signIns }: Demo, role: string): Promise<string> {
  const { status, body } = await api.send('POST', '/auth/login', undefined, signIns.get(role))
  expect(status, role).toBe(200)
  return body.token
}

async function countClients(demo: Demo): Promise<number> {
  return (await demo.api.send('GET', '/clients/summary', await tokenOf(demo, 'employee'))).body.total
}

test(
  'the demo recovers from a kill while it is filled, keeps its records, and prints a working sign-in for each role [T325]',
  async () => {
    const killed = await startDemo({}, /^Filling the demo/m)
    await end(killed.child, 'SIGKILL')

    const first = await startDemo({
      DATABASE_URL: 'postgres://who:secret@127.0.0.1:9/real',
      SMTP_URL: 'smtp://127.0.0.1:9',
      TWO_STEP: 'everyone',
      AUDIT_ANCHOR_DIR: join(parent, 'anchor'),
      DATA_DIR: join(parent, 'live'),
    })
    expect([...first.signIns.keys()]).toEqual([...roles])
    for (const role of roles) {
      const [, claims = ''] = (await tokenOf(first, role)).split('.')
      expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ role })
    }
    expect(await countClients(first)).toBe(320)
    expect(first.output).toContain(
      'The demo ignores DATA_DIR, DATABASE_URL, AUDIT_ANCHOR_DIR, SMTP_URL, TWO_STEP:',
    )
    expect(first.output).not.toContain('Create the first super-admin')
    expect(first.output.trim().split('\n').at(-1)).toMatch(/^Ready on /)
    for (const name of ['live', 'anchor']) expect(existsSync(join(parent, name)), name).toBe(false)
    const file = join(parent, 'data/demo-secret')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const { password } = first.signIns.get('admin') ?? {}
    expect(password).toMatch(/^[\w-]{12}$/)
    const token = await tokenOf(first, 'manager')
    const { secret } = (await first.api.send('POST', '/auth/two-step', token)).body
    const code = appCode(secret, new Date())
    expect((await first.api.send('POST', '/auth/two-step/confirm', token, { code })).status).toBe(200)
    await end(first.child, 'SIGTERM')

    const second = await startDemo()
    expect(second.signIns).toEqual(first.signIns)
    expect(await countClients(second)).toBe(320)
    await tokenOf(second, 'manager')
    await end(second.child, 'SIGTERM')

    rmSync(file)
    const third = await startDemo()
    expect(third.signIns.get('admin')?.password).not.toBe(password)
    for (const role of roles) await tokenOf(third, role)
    const old = { ...third.signIns.get('admin'), password }
    expect((await third.api.send('POST', '/auth/login', undefined, old)).status).toBe(401)
  },
  timeout,
)
