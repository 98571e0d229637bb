import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import type { Organization } from '#contract/organization/schema.ts'
import { textFontPath } from '#contract/paths.ts'
import { apiReference, apiReferenceViewer } from '#server/http/api-reference.ts'
import type { OpenApiDocument } from '#server/http/openapi.ts'
import { makeDecks, readPictures, type Training } from '#server/training/content.ts'
import { findAssets, readAssets, type SiteAssets } from './assets.ts'
import { type MadePage, type PreparedPage, prepare } from './prepared-page.ts'

interface Inputs {
  /** The folder of the build. It is another one when the code that makes pages, forms and decks has changed. */
  build: string
  organization: Organization
  publicUrl: string
  /** For the copyright line. */
  year: number
  /** How long a deleted record is kept at least: the privacy page says so. */
  retentionYears: number
  /** The description of the API, for its page. */
  api: OpenApiDocument
  training: Training
}

type Content = Omit<Inputs, 'build'>

interface Renderer {
  renderSite(input: Content & { assets: SiteAssets }): MadePage[]
}

/**
 * The built files, and the pages and documents as they are with this organization and address: kept ones of the same
 * content, or made now. What makes them is loaded only then.
 */
export async function preparePages({ build, ...content }: Inputs): Promise<PreparedPage[]> {
  const sets = [
    pages(build, content),
    documents(build, content),
    keepMade('api-reference', apiReference(content.organization.name, content.api)),
    keepMade('api-viewer', await apiReferenceViewer()),
    readAssets(join(build, 'assets')),
    readPictures(content.training).then((pictures) => Promise.all(pictures.map(prepare))),
  ]
  return (await Promise.all(sets)).flat()

  function keepMade(kind: string, made: MadePage[]) {
    return keepPages({ build, kind, inputs: made, make: async () => made })
  }
}

function pages(build: string, content: Content): Promise<PreparedPage[]> {
  return keepPages({
    build,
    kind: 'pages',
    inputs: content,
    make: async () => {
      const renderer: Renderer = await import(pathToFileURL(join(build, 'renderer/prerender.js')).href)
      return renderer.renderSite({ ...content, assets: await findAssets(build) })
    },
  })
}

/** Forms and slides take longest, and are the same at every address. */
function documents(build: string, { organization, training }: Content) {
  return keepPages({
    build,
    kind: 'documents',
    inputs: { organization, training },
    make: async () => {
      const { makeForms } = await import('#server/forms/make-forms.ts')
      const fonts = join(build, 'fonts')
      const deckStyle = await readFile(join(build, 'deck.css'), 'utf8')
      const textFont = await readFile(join(fonts, 'regular.ttf'))
      return [
        ...(await makeForms(organization, fonts)),
        ...(await makeDecks(training, organization.name, deckStyle)),
        { paths: [textFontPath], type: 'font/ttf', content: textFont },
      ]
    },
  })
}

interface Kept {
  /** The folder of the build, which the pages depend on, too. */
  build: string
  /** What kind of pages these are: the beginning of their files' names. */
  kind: string
  /** All that they depend on besides. */
  inputs: unknown
  make: () => Promise<MadePage[]>
}

/** Sets of each kind kept beside a build: a changed address or name, tried and taken back, costs nothing. */
const kept = 3

/** The pages that were made of the same inputs before, or made now, compressed, and kept for the next start. */
export async function keepPages({ build, kind, inputs, make }: Kept): Promise<PreparedPage[]> {
  const hash = createHash('sha256').update(JSON.stringify([process.version, inputs]))
  const file = join(build, `${kind}-${hash.digest('hex').slice(0, 16)}`)
  const there = await readFile(file).catch(() => null)
  if (there) return deserialize(there) as PreparedPage[]
  const made = await Promise.all((await make()).map(prepare))
  // A folder that cannot be written to costs no more than time at the next start.
  await keep(file, made, build).then(
    () => removeOlder(build, kind),
    () => {},
  )
  return made
}

/** Whole or not at all: another instance may be making or reading the same. */
async function keep(file: string, pages: PreparedPage[], build: string): Promise<void> {
  const unfinished = join(build, `unfinished-${process.pid}-${randomBytes(4).toString('hex')}`)
  try {
    await writeFile(unfinished, serialize(pages))
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Running instances hold their pages in memory, so none of them misses an older file. */
async function removeOlder(build: string, kind: string): Promise<void> {
  const names = (await readdir(build)).filter((name) => name.startsWith(`${kind}-`))
  const dated = await Promise.all(
    names.map(async (name) => {
      const path = join(build, name)
      // Another instance may have removed it just now.
      return { path, time: (await stat(path).catch(() => null))?.mtimeMs ?? 0 }
    }),
  )
  const older = dated.sort((a, b) => b.time - a.time).slice(kept)
  await Promise.all(older.map(({ path }) => rm(path, { force: true })))
}
