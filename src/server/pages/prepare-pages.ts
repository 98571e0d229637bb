import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Organization } from '#contract/organization/schema.ts'
import { textFontPath } from '#contract/paths.ts'
import { apiReference, apiReferenceViewer } from '#server/http/api-reference.ts'
import type { OpenApiDocument } from '#server/http/openapi.ts'
import { makeDecks, readPictures, type Training } from '#server/training/content.ts'
import { findAssets, readAssets, type SiteAssets } from './assets.ts'
import { keepPages } from './keep-pages.ts'
import { type MadePage, type PreparedPage, prepare } from './prepared-pages.ts'

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
type Render = (content: Content & { assets: SiteAssets }) => MadePage[]

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
      const { renderSite } = await program<'renderSite'>(build, 'renderer')
      const input = { ...content, assets: await findAssets(build) }
      return renderSite(input)
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

function program<Name extends string>(build: string, part: string): Promise<Record<Name, Render>> {
  return import(pathToFileURL(join(build, part, 'prerender.js')).href)
}
