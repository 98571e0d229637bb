import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildWhenChanged } from '#commands/build.ts'
import { dist } from '#commands/install.mjs'
import { readOrganization } from '#server/organization/read-organization.ts'
import { preparePages } from '#server/pages/prepare-pages.ts'
import { readTraining } from '#server/training/content.ts'

test('renders pages again when organization or address change, and documents only for the organization [T321]', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'pages-'))
  onTestFinished(() => rm(copy, { recursive: true, force: true }))
  await buildWhenChanged(() => {})
  // Without what starts have kept, which another start may remove meanwhile. The viewer is the same in all.
  const kept = /dist\/(?!api-viewer)[^/]+-[0-9a-f]{16}/
  await cp(dist, copy, { recursive: true, filter: (path) => !kept.test(path) })
  const organization = await readOrganization('organization/organization.json')
  const dependencies = {
    build: copy,
    organization,
    languagePages: [],
    publicUrl: 'https://one.example',
    clock: () => new Date(),
    retentionYears: 7,
    training: await readTraining('.', { organization, retentionYears: 7 }),
  }
  const foldersOf = async (kind: string) => (await readdir(copy)).filter((name) => name.startsWith(kind))
  await preparePages(dependencies)
  await preparePages(dependencies)
  expect(await foldersOf('pages-')).toHaveLength(1)
  const rebuilt = await preparePages({ ...dependencies, publicUrl: 'https://two.example' })
  expect(await foldersOf('pages-')).toHaveLength(2)
  const home = rebuilt.find((page) => page.paths.includes('/home'))
  expect(String(home?.content)).toContain('https://two.example/home')
  expect(await foldersOf('documents-')).toHaveLength(1)
  await preparePages({ ...dependencies, organization: { ...organization, name: 'Another Name' } })
  expect(await foldersOf('documents-')).toHaveLength(2)
})
