import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildWhenChanged } from '#commands/build.ts'
import { apiCaller } from '#test/support/api-caller.ts'
import { isStillRunning } from '#test/support/database-process.ts'
import { hodan } from '#test/support/people.ts'
import { type RunningDevelopment, startDevelopment } from '#test/support/running-development.ts'
import { root } from '#test/support/source-tree.ts'

// Waits for restarts.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

/* `npm run dev` on a copy of the source tree, in which tests change files. */

const inputs = [
  // Built from the same sources: `npm run dev` does not build them again.
  'dist',
  'src',
  'commands',
  'migrations',
  'organization',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]
let copy: string
let development: RunningDevelopment
let token: string

beforeAll(async () => {
  await buildWhenChanged(() => {})
  copy = mkdtempSync(join(tmpdir(), 'stable-housing-tree-'))
  // Without the pages that earlier starts have kept: another start may remove them meanwhile.
  const filter = (path: string) => !/dist\/[^/]+-[0-9a-f]{16}/.test(path)
  for (const input of inputs) cpSync(join(root, input), join(copy, input), { recursive: true, filter })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  development = await startDevelopment(copy)
  token = await apiCaller(development.url).becomeSuperAdmin(development.link())
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** Saves by renaming, as many editors do. */
function change(file: string, edit: (text: string) => string): void {
  const path = join(copy, file)
  const edited = edit(readFileSync(path, 'utf8'))
  expect(edited).not.toBe(readFileSync(path, 'utf8'))
  writeFileSync(`${path}~`, edited)
  renameSync(`${path}~`, path)
}

async function page(path: string) {
  const reply = await fetch(development.url + path, { headers: { accept: 'text/html' } })
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

/** Does something and returns the first message of that type that Vite then sends to open pages. */
async function viteMessage(
  type: string,
  act: () => void,
): Promise<{ type: string; updates?: { path: string }[] }> {
  const [, key = ''] = /wsToken = "([^"]*)"/.exec((await page('/@vite/client')).text) ?? []
  const socket = new WebSocket(`${development.url.replace('http', 'ws')}/?token=${key}`, 'vite-hmr')
  const received = Promise.withResolvers<{ type: string }>()
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data)
    if (message.type === 'connected') act()
    if (message.type === type) received.resolve(message)
  }
  socket.onerror = () => received.reject(new Error('Vite did not accept the connection'))
  return await received.promise.finally(() => socket.close())
}

/** A response header of the API; null while it restarts. */
async function apiHeader(name: string): Promise<string | null> {
  const reply = await fetch(`${development.url}/api/health`)
  return reply.ok ? reply.headers.get(name) : null
}

const postmaster = () =>
  readFileSync(join(development.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]

test('serves the portal from its sources with hot module replacement, which the security policy allows [T324]', async () => {
  const login = await page('/login')
  expect(login.headers.get('content-security-policy')).toContain("script-src 'self' 'unsafe-inline'")
  expect(login.text).toContain('src="/src/portal/sign-in/main.tsx"')
  expect(login.text).toContain('src="/@vite/client"')
  // A module must have been loaded before Vite can say that it changed.
  await page('/src/portal/main.tsx')
  await page('/src/portal/routes.tsx')
  const { updates } = await viteMessage('update', () =>
    change('src/portal/routes.tsx', (text) => `${text}\n// changed\n`),
  )
  expect(updates).toContainEqual(expect.objectContaining({ path: '/src/portal/routes.tsx' }))
})

test('shows a changed page of the website at once, and reloads open pages [T323]', async () => {
  expect((await page('/home')).text).not.toContain('Good day from')
  await viteMessage('full-reload', () =>
    change('src/site/home/wording.en.ts', (text) => text.replace('Welcome to', 'Good day from')),
  )
  expect((await page('/home')).text).toContain('Good day from')
})

test('passes requests for forms, slides and the API on to the server', async () => {
  expect((await page('/training/first-week')).status).toBe(200)
  expect((await page('/api/openapi.json')).headers.get('content-type')).toContain('application/json')
  expect((await page('/no/such/page')).text).toContain('</html>')
})

test('serves no file outside of the source folders', async () => {
  writeFileSync(join(copy, '.env'), '# nothing')
  for (const path of ['/.env', '/package.json', `/@fs${copy}/package.json`, `/@fs${copy}/.env`])
    expect((await fetch(development.url + path)).status, path).toBeGreaterThanOrEqual(403)
})

test('restarts the API after a change, and keeps the database [T322]', async () => {
  const { send } = apiCaller(development.url)
  const { body: client } = await send('POST', '/clients', token, hodan)
  const database = postmaster()
  change('src/server/http/security-headers.ts', (text) => text.replace("'nosniff'", "'nosniff, changed'"))
  await expect.poll(() => apiHeader('x-content-type-options')).toBe('nosniff, changed')
  expect((await send('GET', `/clients/${client.id}`, token)).body.id).toBe(client.id)
  expect(postmaster()).toBe(database)
})

test('reports an error in a server file or the organization data, and recovers when it is corrected', async () => {
  const errors = [
    { file: 'src/server/app.ts', wrong: '\nconst = ;\n', message: 'SyntaxError' },
    { file: 'organization/organization.json', wrong: '}', message: 'is not valid JSON' },
  ]
  for (const { file, wrong, message } of errors) {
    change(file, (text) => text + wrong)
    await expect.poll(development.output).toContain(message)
    change(file, (text) => text.slice(0, -wrong.length))
    await expect.poll(() => apiHeader('x-content-type-options')).toBe('nosniff, changed')
    expect((await page('/home')).status).toBe(200)
  }
})

test('leaves no process running after Ctrl-C', async () => {
  const database = Number(postmaster())
  expect(await development.stop()).toBe(0)
  await expect.poll(() => isStillRunning(database)).toBe(false)
  await expect(fetch(development.url)).rejects.toThrow()
})
