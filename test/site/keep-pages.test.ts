import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cachedPages } from '#server/pages/prepare-pages.ts'

async function keeper(build?: string) {
  const folder = build ?? (await mkdtemp(join(tmpdir(), 'keep-pages-')))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const make = vi.fn(async () =>
    Array.from({ length: 20 }, (_, number) => ({
      paths: [`/${number}`],
      type: 'text/html',
      text: `${number} `.repeat(500),
    })),
  )
  return {
    folder,
    make,
    pages: (inputs: unknown) =>
      cachedPages({ cache: { build: folder, folder }, kind: 'pages', inputs, make }),
  }
}

test('makes pages once, and finds the same again', async () => {
  const { pages, make } = await keeper()
  const made = await pages('same')
  expect(await pages('same')).toEqual(made)
  expect(made[0]?.variants?.br.length).toBeGreaterThan(0)
  expect(make).toHaveBeenCalledTimes(1)
  await pages('other')
  expect(make).toHaveBeenCalledTimes(2)
})

test('keeps three sets of a kind', async () => {
  const { folder, pages } = await keeper()
  for (const inputs of [1, 2, 3, 4, 5]) await pages(inputs)
  expect(await readdir(folder)).toHaveLength(3)
})

test('instances that start at the same moment do not disturb each other', async () => {
  const { folder, pages } = await keeper()
  const inputs = Array.from({ length: 60 }, (_, number) => number % 12)
  for (const made of await Promise.all(inputs.map(pages))) expect(made).toHaveLength(20)
  expect((await readdir(folder)).filter((name) => name.startsWith('unfinished'))).toEqual([])
})

test('a folder that cannot be written to does not prevent startup', async () => {
  const { pages, make } = await keeper(join(tmpdir(), 'keep-pages-nowhere'))
  expect(await pages('same')).toHaveLength(20)
  expect(await pages('same')).toHaveLength(20)
  expect(make).toHaveBeenCalledTimes(2)
})

test('a folder that outlives the build keeps its pages, and does not give them to the next build [T780]', async () => {
  const { folder: build, make } = await keeper()
  const { folder } = await keeper()
  const pages = () => cachedPages({ cache: { build, folder }, kind: 'pages', inputs: 'same', make })
  await writeFile(join(build, 'inputs'), 'first')
  await pages()
  await pages()
  expect(make).toHaveBeenCalledTimes(1)
  expect(await readdir(build)).toEqual(['inputs'])
  await writeFile(join(build, 'inputs'), 'second')
  await pages()
  expect(make).toHaveBeenCalledTimes(2)
})
