import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { compress, createDigest, type PreparedPage } from './prepared-page.ts'

/** Names of the built files that pages refer to. */
export interface SiteAssets {
  siteStyle: string
  siteScript: string
  /** The scripts that only some pages load, by feature. */
  pageScripts: Record<string, string>
  portalScript: string
  portalStyles: string[]
  portalPreloads: string[]
}

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
}

/** Vite's manifest: chunks by the path of their source. */
type Manifest = Record<string, Chunk>

export const assetsPath = '/assets/'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  // While developing only.
  '.map': 'application/json; charset=utf-8',
}

/** Puts `x.br` and `x.gz` beside each file `x` of the bundler that is large enough. */
export async function compressAssets(folder: string): Promise<void> {
  await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const variants = await compress(await readFile(join(folder, name)))
      if (!variants) return
      await writeFile(join(folder, `${name}.br`), variants.br)
      await writeFile(join(folder, `${name}.gz`), variants.gzip)
    }),
  )
}

/** The bundler's files, each with its compressed forms if the build made them. */
export async function readAssets(folder: string): Promise<PreparedPage[]> {
  const names = await readdir(folder)
  const files = names.filter((name) => !['.br', '.gz'].includes(extname(name)))
  return await Promise.all(
    files.map(async (name) => {
      const type = types[extname(name)]
      if (!type)
        throw new Error(`The build made ${name}: pages/assets.ts has no content type for such files.`)
      const read = (end = '') => readFile(join(folder, `${name}${end}`))
      const content = await read()
      const variants = names.includes(`${name}.br`)
        ? { br: await read('.br'), gzip: await read('.gz') }
        : null
      const paths = [`${assetsPath}${name}`]
      return { paths, type, immutable: true, content, digest: createDigest(content), variants }
    }),
  )
}

export async function findAssets(build: string): Promise<SiteAssets> {
  const manifestOf = async (part: string) =>
    JSON.parse(await readFile(join(build, part, 'manifest.json'), 'utf8')) as Manifest
  const portal = await manifestOf('portal')
  const scripts = (await readdir(build)).filter((part) => /^site(-|$)/.test(part))
  const site: Manifest = Object.assign({}, ...(await Promise.all(scripts.map(manifestOf))))
  const [portalScript = '', ...portalPreloads] = startOf(portal, 'src/portal/main.tsx')
  return {
    siteStyle: styleOf(await manifestOf('renderer')),
    siteScript: `/${chunkOf(site, 'src/site/browser.ts').file}`,
    pageScripts: pageScriptsOf(site),
    portalScript,
    portalStyles: stylesOf(portal),
    portalPreloads,
  }
}

/** `src/site/forms/browser.ts` is the script of the pages that name `forms` among theirs. */
function pageScriptsOf(manifest: Manifest): Record<string, string> {
  const scripts = Object.entries(manifest).flatMap(([name, { file }]) => {
    const feature = /^src\/site\/([\w-]+)\/browser\.ts$/.exec(name)?.[1]
    return feature ? [[feature, `/${file}`]] : []
  })
  return Object.fromEntries(scripts)
}

function styleOf(manifest: Manifest): string {
  const [style] = stylesOf(manifest)
  if (style === undefined) throw new Error('The build holds no style sheet of the website.')
  return style
}

function stylesOf(manifest: Manifest): string[] {
  const files = Object.values(manifest).flatMap(({ file, css }) => [file, ...(css ?? [])])
  return [...new Set(files)].filter((file) => file.endsWith('.css')).map((file) => `/${file}`)
}

/**
 * The entry chunk and its imports, for preloading. If the entry has a single `import()`, that chunk and its imports are
 * included, so that browsers need not wait for it.
 */
function startOf(manifest: Manifest, entry: string): string[] {
  const { dynamicImports = [] } = chunkOf(manifest, entry)
  const names = new Set<string>()
  const add = (name: string) => {
    if (names.has(name)) return
    names.add(name)
    for (const imported of chunkOf(manifest, name).imports ?? []) add(imported)
  }
  add(entry)
  if (dynamicImports.length === 1) dynamicImports.forEach(add)
  return [...names].map((name) => `/${chunkOf(manifest, name).file}`)
}

function chunkOf(manifest: Manifest, name: string): Chunk {
  const chunk = manifest[name]
  if (!chunk) throw new Error(`The build's manifest does not name ${name}.`)
  return chunk
}
