import { createHash, randomBytes } from 'node:crypto'
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Organization } from '#contract/organization/schema.ts'
import { findAssets } from './find-assets.ts'
import { compress } from './precompress.ts'
import type { PreparedPage, PreparedPages, RenderedFile, SiteAssets } from './prepared-pages.ts'

interface Needs {
  /** The folder that `buildWhenChanged` returned. */
  build: string
  organization: Organization
  publicUrl: string
  /** For the copyright line. */
  year: number
}

type IndexEntry = Omit<PreparedPage, 'content' | 'variants'> & { file: string; compressed: boolean }

interface Renderer {
  renderSite(site: Omit<Needs, 'build'> & { assets: SiteAssets }): RenderedFile[]
}

/** Sets of pages kept beside a build: a changed address or name, tried and taken back, costs nothing. */
const kept = 3

/**
 * The pages as they are with this organisation and address: from the folder of the same content, or rendered now. The
 * renderer is loaded only then.
 */
export async function preparePages({ build, ...content }: Needs): Promise<PreparedPages> {
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16)
  const folder = join(build, `pages-${hash}`)
  if (!(await isThere(folder))) {
    await renderInto(folder, build, content)
    await removeOlder(build, folder)
  }
  return { pages: await load(folder), assets: join(build, 'assets') }
}

async function renderInto(folder: string, build: string, content: Omit<Needs, 'build'>): Promise<void> {
  const program = pathToFileURL(join(build, 'renderer/prerender.js')).href
  const { renderSite } = (await import(program)) as Renderer
  const files = renderSite({ ...content, assets: await findAssets(build) })
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

async function write(folder: string, rendered: RenderedFile, file: string): Promise<IndexEntry> {
  const { text, ...rest } = rendered
  const content = Buffer.from(text)
  const variants = await compress(content)
  await writeFile(join(folder, file), content)
  if (variants) {
    await writeFile(join(folder, `${file}.br`), variants.br)
    await writeFile(join(folder, `${file}.gz`), variants.gzip)
  }
  const digest = createHash('sha256').update(content).digest('base64url').slice(0, 22)
  return { ...rest, file, digest, compressed: variants !== null }
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
