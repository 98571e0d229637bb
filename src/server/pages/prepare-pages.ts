import { createHash, randomBytes } from 'node:crypto'
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Organization } from '#contract/organization/schema.ts'
import { formMakerDigest, makeForms } from '#server/forms/make-forms.ts'
import type { OpenApiDocument } from '#server/http/openapi.ts'
import { findAssets } from './find-assets.ts'
import { compress } from './precompress.ts'
import type { MadeFile, PreparedPage, PreparedPages, RenderedFile, SiteAssets } from './prepared-pages.ts'

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
}

type IndexEntry = Omit<PreparedPage, 'content' | 'variants'> & { file: string; compressed: boolean }

type Content = Omit<Needs, 'build'>
type Render = (content: Content & { assets: SiteAssets }) => (RenderedFile | MadeFile)[]

/** Sets of pages kept beside a build: a changed address or name, tried and taken back, costs nothing. */
const kept = 3

/**
 * The pages and forms as they are with this organisation and address: from the folder of the same content, or made now.
 * What makes them is loaded only then.
 */
export async function preparePages({ build, ...content }: Needs): Promise<PreparedPages> {
  const inputs = JSON.stringify({ content, forms: await formMakerDigest() })
  const hash = createHash('sha256').update(inputs).digest('hex').slice(0, 16)
  const folder = join(build, `pages-${hash}`)
  if (!(await isThere(folder))) {
    await renderInto(folder, build, content)
    await removeOlder(build, folder)
  }
  return { pages: await load(folder), assets: join(build, 'assets') }
}

async function renderInto(folder: string, build: string, content: Content): Promise<void> {
  const { renderSite } = await program<'renderSite'>(build, 'renderer')
  const { renderApiDocs } = await program<'renderApiDocs'>(build, 'api-docs')
  const input = { ...content, assets: await findAssets(build) }
  const forms = await makeForms(content.organization)
  const files = [...renderSite(input), ...renderApiDocs(input), ...forms]
  const unfinished = join(build, `unfinished-${process.pid}-${randomBytes(4).toString('hex')}`)
  try {
    await mkdir(unfinished)
    const index = await Promise.all(files.map((file, number) => write(unfinished, file, `${number}`)))
    await writeFile(join(unfinished, 'index.json'), JSON.stringify(index))
    await rename(unfinished, folder).catch(async (cause) => {
      // Another instance was first with the same pages.
      if (!(await isThere(folder))) throw cause
    })
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

function program<Name extends string>(build: string, part: string): Promise<Record<Name, Render>> {
  return import(pathToFileURL(join(build, part, 'prerender.js')).href)
}

async function write(folder: string, made: RenderedFile | MadeFile, file: string): Promise<IndexEntry> {
  const { content, rest, variants } = await contentOf(made)
  await writeFile(join(folder, file), content)
  if (variants) {
    await writeFile(join(folder, `${file}.br`), variants.br)
    await writeFile(join(folder, `${file}.gz`), variants.gzip)
  }
  const digest = createHash('sha256').update(content).digest('base64url').slice(0, 22)
  return { ...rest, file, digest, compressed: variants !== null }
}

async function contentOf(made: RenderedFile | MadeFile) {
  if ('content' in made) {
    const { content, ...rest } = made
    return { content, rest, variants: null }
  }
  const { text, ...rest } = made
  const content = Buffer.from(text)
  return { content, rest, variants: await compress(content) }
}

async function load(folder: string): Promise<PreparedPage[]> {
  const index = JSON.parse(await readFile(join(folder, 'index.json'), 'utf8')) as IndexEntry[]
  return Promise.all(
    index.map(async ({ file, compressed, ...entry }) => {
      const path = join(folder, file)
      const content = await readFile(path)
      if (!compressed) return { ...entry, content, variants: null }
      const [br, gzip] = await Promise.all([readFile(`${path}.br`), readFile(`${path}.gz`)])
      return { ...entry, content, variants: { br, gzip } }
    }),
  )
}

/** Running instances hold their pages in memory, so none of them misses an older folder. */
async function removeOlder(build: string, current: string): Promise<void> {
  const names = (await readdir(build)).filter((name) => name.startsWith('pages-'))
  const dated = await Promise.all(
    names.map(async (name) => ({ path: join(build, name), time: (await stat(join(build, name))).mtimeMs })),
  )
  const others = dated.filter(({ path }) => path !== current).sort((a, b) => b.time - a.time)
  await Promise.all(others.slice(kept - 1).map(({ path }) => rm(path, { recursive: true, force: true })))
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
