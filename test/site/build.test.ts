import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWhenChanged } from '#commands/build.ts'
import { openApiDocument } from '#server/http/openapi.ts'
import { readOrganization } from '#server/organization/read-organization.ts'
import { preparePages } from '#server/pages/prepare-pages.ts'
import { readTraining } from '#server/training/read-training.ts'

let into: string
let folder: string
const said: string[] = []

/** Two at once, as two instances that start together do. */
beforeAll(async () => {
  into = await mkdtemp(join(tmpdir(), 'build-'))
  const both = await Promise.all([
    buildWhenChanged((sentence) => said.push(sentence), into),
    buildWhenChanged(() => {}, into),
  ])
  expect(both[0].folder).toBe(both[1].folder)
  folder = both[0].folder
})
afterAll(() => rm(into, { recursive: true, force: true }))

test('two builds at once end with one result and nothing half-made', async () => {
  expect(await readdir(into)).toEqual([folder.slice(into.length + 1)])
  expect(said.at(-1)).toMatch(/^Built the website and the portal in [\d.]+ s\.$/)
})

test('nothing is built when nothing has changed', async () => {
  const sentences: string[] = []
  const again = await buildWhenChanged((sentence) => sentences.push(sentence), into)
  expect(again).toEqual({ folder, built: false })
  expect(sentences).toEqual([])
})

test('there are no source maps, and every script and style lies there compressed, too', async () => {
  const files = await readdir(join(folder, 'assets'))
  expect(files.filter((name) => name.endsWith('.map'))).toEqual([])
  for (const name of files.filter((one) => /\.(js|css)$/.test(one))) {
    const content = await readFile(join(folder, 'assets', name), 'utf8')
    expect(content).not.toContain('sourceMappingURL')
    expect(name).toMatch(/-[\w-]{8}\.(js|css)$/)
    if (content.length >= 512) expect(files).toEqual(expect.arrayContaining([`${name}.br`, `${name}.gz`]))
  }
})

test('the layers of the style sheets come in their order', async () => {
  const files = (await readdir(join(folder, 'assets'))).filter((name) => name.endsWith('.css'))
  expect(files).toHaveLength(3)
  for (const file of files) {
    const style = await readFile(join(folder, 'assets', file), 'utf8')
    const order = [...new Set([...style.matchAll(/@layer (\w+)\s*\{/g)].map(([, name]) => name))]
    expect(order, file).toEqual(['tokens', 'base', 'blocks', 'app'])
  }
})

test('a build that is killed leaves nothing under a final name', async () => {
  const other = await mkdtemp(join(tmpdir(), 'build-killed-'))
  const program = `import { buildWhenChanged } from '#commands/build.ts'
    buildWhenChanged(() => process.stdout.write('begun'), ${JSON.stringify(other)})`
  // A group of its own, which is killed as a whole: what bundles for it would go on writing for seconds.
  const options = { cwd: process.cwd(), detached: true }
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], options)
  await once(child.stdout, 'data')
  await pause(200)
  process.kill(-Number(child.pid), 'SIGKILL')
  await once(child, 'exit')
  expect((await readdir(other)).filter((name) => !name.startsWith('unfinished-'))).toEqual([])
  // One of the group may not be gone yet, and be making one more file.
  await rm(other, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
})

test('older builds go, except the one before, and so does what killed builds left', async () => {
  const beingMade = `unfinished-${process.pid}-x`
  for (const [days, name] of [
    [1, 'aaaaaaaaaaaaaaaa'],
    [2, 'bbbbbbbbbbbbbbbb'],
    [3, 'unfinished-1-x'],
    [0, 'unfinished-99999999-x'],
    [0, beingMade],
  ] as const) {
    await mkdir(join(into, name))
    const time = new Date(Date.now() - days * 86_400_000)
    await utimes(join(into, name), time, time)
  }
  await rm(folder, { recursive: true, force: true })
  await buildWhenChanged(() => {}, into)
  const kept = [folder.slice(into.length + 1), 'aaaaaaaaaaaaaaaa', beingMade]
  expect((await readdir(into)).sort()).toEqual(kept.sort())
})

test('pages are rendered anew when the organisation or the address changes, and only then; documents not for an address', async () => {
  const organization = await readOrganization('organization/organization.json')
  const needs = {
    build: folder,
    organization,
    publicUrl: 'https://one.example',
    year: 2026,
    retentionYears: 7,
    training: await readTraining('.', { organization, retentionYears: 7 }),
    api: openApiDocument(''),
  }
  const foldersOf = async (kind: string) => (await readdir(folder)).filter((name) => name.startsWith(kind))
  const pageFolders = () => foldersOf('pages-')
  const [first, second] = await Promise.all([preparePages(needs), preparePages(needs)])
  expect(await pageFolders()).toHaveLength(1)
  expect(first).toEqual(second)
  await preparePages(needs)
  expect(await pageFolders()).toHaveLength(1)
  const moved = await preparePages({ ...needs, publicUrl: 'https://two.example' })
  expect(await pageFolders()).toHaveLength(2)
  const home = moved.find((page) => page.paths.includes('/home'))
  expect(String(home?.content)).toContain('https://two.example/home')
  for (const number of [3, 4, 5]) await preparePages({ ...needs, publicUrl: `https://${number}.example` })
  expect(await pageFolders()).toHaveLength(3)
  expect(await foldersOf('documents-')).toHaveLength(1)
  await preparePages({ ...needs, organization: { ...organization, name: 'Another Name' } })
  expect(await foldersOf('documents-')).toHaveLength(2)
})
