import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { keptFiles } from '#server/pages/kept-files.ts'

async function keeper() {
  const build = await mkdtemp(join(tmpdir(), 'kept-files-'))
  onTestFinished(() => rm(build, { recursive: true, force: true }))
  const make = vi.fn(async () =>
    Array.from({ length: 20 }, (_, number) => ({
      paths: [`/${number}`],
      type: 'text/html',
      text: `${number}`,
    })),
  )
  return { build, make, files: (inputs: unknown) => keptFiles({ build, kind: 'pages', inputs, make }) }
}

test('files are made once, and are the same when they are found again', async () => {
  const { files, make } = await keeper()
  const made = await files('same')
  expect(await files('same')).toEqual(made)
  expect(make).toHaveBeenCalledTimes(1)
  await files('other')
  expect(make).toHaveBeenCalledTimes(2)
})

test('three sets of a kind are kept', async () => {
  const { build, files } = await keeper()
  for (const inputs of [1, 2, 3, 4, 5]) await files(inputs)
  expect(await readdir(build)).toHaveLength(3)
})

test('instances that start at the same moment take nothing from each other', async () => {
  const { build, files } = await keeper()
  const inputs = Array.from({ length: 60 }, (_, number) => number % 12)
  for (const made of await Promise.all(inputs.map(files))) expect(made).toHaveLength(20)
  expect((await readdir(build)).filter((name) => name.startsWith('unfinished'))).toEqual([])
})

test('a set that another instance is removing is made again', async () => {
  const { build, files, make } = await keeper()
  const made = await files('same')
  const [folder = ''] = await readdir(build)
  await rm(join(build, folder, '7'))
  expect(await files('same')).toEqual(made)
  expect(make).toHaveBeenCalledTimes(2)
})
