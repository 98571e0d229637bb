import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Organization } from '#contract/organization/schema.ts'
import { makeForms } from '#server/forms/make-forms.ts'
import { makeTextFont } from '#server/forms/make-text-font.ts'
import type { OpenApiDocument } from '#server/http/openapi.ts'
import { makeDecks } from '#server/training/make-decks.ts'
import type { Training } from '#server/training/read-training.ts'
import { findAssets } from './find-assets.ts'
import { folderDigest } from './folder-digest.ts'
import { keptFiles } from './kept-files.ts'
import type { MadeFile, PreparedPage, RenderedFile, SiteAssets } from './prepared-pages.ts'
import { readAssets } from './read-assets.ts'

interface Needs {
  /** The folder that `buildWhenChanged` returned. */
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

type Content = Omit<Needs, 'build'>
type Render = (content: Content & { assets: SiteAssets }) => (RenderedFile | MadeFile)[]

/** What makes documents at start and no build knows of: when it changes, the kept ones are out of date. */
const makers = {
  forms: join(import.meta.dirname, '../forms'),
  decks: join(import.meta.dirname, '../training'),
}

/**
 * The built files, and the pages and documents as they are with this organisation and address: kept ones of the same
 * content, or made now. What makes them is loaded only then.
 */
export async function preparePages({ build, ...content }: Needs): Promise<PreparedPage[]> {
  const sets = [pages(build, content), documents(build, content), readAssets(join(build, 'assets'))]
  return (await Promise.all(sets)).flat()
}

function pages(build: string, content: Content) {
  return keptFiles({
    build,
    kind: 'pages',
    inputs: content,
    make: async () => {
      const { renderSite } = await program<'renderSite'>(build, 'renderer')
      const { renderApiDocs } = await program<'renderApiDocs'>(build, 'api-docs')
      const input = { ...content, assets: await findAssets(build) }
      return [...renderSite(input), ...renderApiDocs(input)]
    },
  })
}

/** Forms and slides take longest, and are the same at every address. */
async function documents(build: string, { organization, training }: Content) {
  const outside = [makers.forms, makers.decks, training.pictures]
  return await keptFiles({
    build,
    kind: 'documents',
    inputs: { organization, training, outside: await Promise.all(outside.map(folderDigest)) },
    make: async () => [
      ...(await makeForms(organization)),
      ...(await makeDecks(training, organization.name)),
      makeTextFont(),
    ],
  })
}

function program<Name extends string>(build: string, part: string): Promise<Record<Name, Render>> {
  return import(pathToFileURL(join(build, part, 'prerender.js')).href)
}
