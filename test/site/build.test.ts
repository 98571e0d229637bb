import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWhenChanged } from '#commands/build.ts'
import { dist, root } from '#commands/install.mjs'
import { processEnd } from '#test/support/process-end.ts'

/* How builds begin, end and meet is tested with a bundler that does nothing, and what is built with the tests' own build. */

let parent: string
let folder: string
const progress: string[] = []

beforeAll(async () => {
  await buildWhenChanged(() => {})
  process.env.NODE_OPTIONS = `--import=${join(root, 'test/support/instant-bundler.ts')}`
  parent = await mkdtemp(join(tmpdir(), 'build-'))
  folder = join(parent, 'dist')
  // Leftovers of killed builds.
  const [old, young] = [join(parent, 'dist-1-x'), join(parent, 'dist-2-x')]
  await mkdir(old)
  await mkdir(young)
  const twoHoursAgo = new Date(Date.now() - 7_200_000)
  await utimes(old, twoHoursAgo, twoHoursAgo)
  // Two at once, like two instances that start in the same folder.
  await Promise.all([
    // Whichever comes first builds.
    buildWhenChanged((sentence) => progress.push(sentence), folder),
    buildWhenChanged((sentence) => progress.push(sentence), folder),
  ])
})
afterAll(async () => {
  delete process.env.NODE_OPTIONS
  await rm(parent, { recursive: true, force: true })
})

test('two builds at once leave one folder, and remove drafts of killed builds older than an hour', async () => {
  expect((await readdir(parent)).sort()).toEqual(['dist', 'dist-2-x'])
  expect(progress.at(-1)).toMatch(/^Built in [\d.]+ s\.$/)
})

test('does not build again when nothing has changed [T320]', async () => {
  const before = await stat(join(folder, 'inputs'))
  const sentences: string[] = []
  await buildWhenChanged((sentence) => sentences.push(sentence), folder)
  expect(sentences).toEqual([])
  expect((await stat(join(folder, 'inputs'))).ino).toBe(before.ino)
})

test('makes no source maps, and compresses every script and style [T431]', async () => {
  const files = await readdir(join(dist, 'assets'))
  expect(files.filter((name) => name.endsWith('.map'))).toEqual([])
  for (const name of files.filter((file) => /\.(js|css)$/.test(file))) {
    const content = await readFile(join(dist, 'assets', name), 'utf8')
    expect(content).not.toContain('sourceMappingURL')
    expect(name).toMatch(/-[\w-]{8}\.(js|css)$/)
    if (content.length >= 512) expect(files).toEqual(expect.arrayContaining([`${name}.br`, `${name}.gz`]))
  }
})

test('the layers of the first sheet of every page stand in their order', async () => {
  const names = await readdir(join(dist, 'assets'))
  for (const name of names.filter((file) => /^(home|style)-[\w-]+\.css$/.test(file))) {
    const sheet = await readFile(join(dist, 'assets', name), 'utf8')
    const layers = [...sheet.matchAll(/@layer (\w+)/g)].map(([, layer]) => layer)
    expect([...new Set(layers)], name).toEqual(['tokens', 'base', 'blocks'])
  }
})

test('a killed build leaves no folder under the final name', async () => {
  const other = await mkdtemp(join(tmpdir(), 'build-killed-'))
  const program = `import { buildWhenChanged } from '#commands/build.ts'
import { dist, root } from '#commands/install.mjs'
    await buildWhenChanged(() => {}, ${JSON.stringify(join(other, 'dist'))})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
    env: { ...process.env, BUNDLER_HANGS: 'yes' },
  })
  await expect.poll(() => readdir(other)).toEqual([expect.stringMatching(/^dist-/)])
  child.kill('SIGKILL')
  await processEnd(child)
  // The bundler's own process ends a moment later.
  expect(await readdir(other)).not.toContain('dist')
  await rm(other, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
})
