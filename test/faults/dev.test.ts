import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiCaller } from '#test/support/api-caller.ts'
import { isStillRunning } from '#test/support/database-process.ts'
import { hodan } from '#test/support/people.ts'
import { type RunningDevelopment, startDevelopment } from '#test/support/running-development.ts'
import { root } from '#test/support/source-tree.ts'

/* `npm run dev` on a copy of the source tree, in which files are changed as an editor changes them. */

const parts = [
  'src',
  'commands',
  'migrations',
  'organization',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
]
let copy: string
let development: RunningDevelopment
let token: string

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'stable-housing-tree-'))
  for (const part of parts) cpSync(join(root, part), join(copy, part), { recursive: true })
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

async function page(path: string, headers: Record<string, string> = {}) {
  const reply = await fetch(development.url + path, { headers: { accept: 'text/html', ...headers } })
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

interface News {
  version: string
  problem: string | null
}

/** The event stream until it says what is waited for; a change may be told in several steps. */
async function news(isIt: (told: News) => boolean, act: () => void): Promise<News> {
  const reading = new AbortController()
  const reply = await fetch(`${development.url}/development/events`, { signal: reading.signal })
  act()
  let text = ''
  for await (const part of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    const told = [...text.matchAll(/^data: (.*)\n\n/gm)].map(([, data = '']) => JSON.parse(data) as News)
    const found = told.find(isIt)
    if (!found) continue
    reading.abort()
    return found
  }
  throw new Error('The stream ended.')
}

async function version(): Promise<string> {
  return (
    await news(
      () => true,
      () => {},
    )
  ).version
}

const postmaster = () =>
  readFileSync(join(development.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]

test('documents carry the script, under the product’s own policy; everything else is as the server sent it', async () => {
  const home = await page('/home')
  expect(home.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(home.text).toContain(
    `<script src="/development/reload.js?${await version()}" defer></script></head>`,
  )
  expect(Number(home.headers.get('content-length'))).toBe(Buffer.byteLength(home.text))
  const head = await fetch(`${development.url}/home`, { method: 'HEAD', headers: { accept: 'text/html' } })
  expect(head.headers.get('content-length')).toBe(home.headers.get('content-length'))
  const again = await page('/home', { 'if-none-match': home.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)

  const [style = ''] = /\/assets\/[^"]+\.css/.exec(home.text) ?? []
  const asset = await fetch(development.url + style)
  expect(asset.headers.get('cache-control')).toContain('immutable')
  expect((await fetch(`${development.url}/development/reload.js`)).status).toBe(200)
})

test('the server restarts after a change, requests wait for it, and the database is kept', async () => {
  const { send } = apiCaller(development.url)
  const { body: client } = await send('POST', '/clients', token, hodan)
  const database = postmaster()
  const before = await version()
  await news(
    (told) => told.version !== before,
    () => {
      change('src/server/health/routes.ts', (text) => `${text}\nconsole.error('another health')\n`)
    },
  )
  await expect.poll(development.said).toContain('another health')
  change('src/server/http/security-headers.ts', (text) => text.replace("'nosniff'", "'nosniff, changed'"))
  // However long it takes until the change is noticed.
  for (;;) {
    const reply = await fetch(`${development.url}/api/health`)
    expect(reply.status).toBe(200)
    if (reply.headers.get('x-content-type-options') === 'nosniff, changed') break
    await pause(20)
  }
  expect((await page('/home')).headers.get('x-content-type-options')).toBe('nosniff, changed')
  expect((await send('GET', `/clients/${client.id}`, token)).body.id).toBe(client.id)
  expect(postmaster()).toBe(database)
})

test('a changed text of the website and of the portal is built, announced and served', async () => {
  const before = await version()
  await news(
    (told) => told.version !== before,
    () => {
      change('src/site/home/wording.en.ts', (text) => text.replace('Welcome to', 'Good day from'))
      change('src/portal/sign-in/wording.ts', (text) => `${text}\nglobalThis.name = 'freshly built'\n`)
    },
  )
  expect((await page('/home')).text).toContain('Good day from')
  const [script = ''] = /\/assets\/portal[^"]+\.js/.exec((await page('/login')).text) ?? []
  expect((await fetch(development.url + script)).status).toBe(200)
  const own = readdirSync(join(copy, 'build')).filter((name) => name.startsWith('development-'))
  expect(own).toHaveLength(1)
})

test('a changed slide of the training is announced and served', async () => {
  const before = await version()
  await news(
    (told) => told.version !== before,
    () => change('organization/training/first-week.md', (text) => `${text}\n---\n\n# One slide more\n`),
  )
  expect((await page('/training/first-week')).text).toContain('One slide more')
})

test('mistakes in a page, in the server and in the organization are shown, and mended by the next save', async () => {
  const mistakes = [
    { file: 'src/site/home/wording.en.ts', wrong: '\nconst = ;\n', says: 'The build failed', home: 200 },
    { file: 'src/server/app.ts', wrong: '\nconst = ;\n', says: 'The server does not start', home: 503 },
    { file: 'organization/organization.json', wrong: '}', says: 'is not valid JSON', home: 503 },
  ]
  for (const { file, wrong, says, home } of mistakes) {
    const told = await news(
      ({ problem }) => problem !== null,
      () => change(file, (text) => text + wrong),
    )
    expect(told.problem).toContain(says)
    await expect.poll(development.said).toContain(says)
    const shown = await page('/home')
    expect(shown.status).toBe(home)
    expect(shown.text).toContain('/development/reload.js?')
    await news(
      ({ problem }) => problem === null,
      () => change(file, (text) => text.slice(0, -wrong.length)),
    )
    expect((await page('/home')).status).toBe(200)
  }
})

test('pages that are not built stay said while something else is saved, which is taken along', async () => {
  const before = await version()
  const wording = 'src/site/home/wording.en.ts'
  const failures = () => development.said().match(/The build failed\./g)?.length ?? 0
  // More than once: the build that is served stays however many fail.
  for (const wanted of [1, 2, 3].map((more) => failures() + more)) {
    change(wording, (text) => `${text}\nconst = ;\n`)
    await expect.poll(failures).toBe(wanted)
  }
  const restarted = await news(
    (told) => told.version !== before,
    () => change('src/server/health/routes.ts', (text) => `${text}\nconsole.error('a third health')\n`),
  )
  await expect.poll(development.said).toContain('a third health')
  expect(restarted.problem).toContain('The build failed')
  await news(
    ({ problem }) => problem === null,
    () => change(wording, (text) => text.replaceAll('\nconst = ;\n', '')),
  )
})

test('stopping leaves nothing behind', async () => {
  const database = Number(postmaster())
  const reading = fetch(`${development.url}/development/events`)
  await reading
  expect(await development.stop()).toBe(0)
  expect(readdirSync(join(copy, 'build'))).toEqual([])
  await expect.poll(() => isStillRunning(database)).toBe(false)
  await expect(fetch(development.url)).rejects.toThrow()
})
