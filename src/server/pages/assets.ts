import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { compress, createDigest, type PreparedPage } from './prepared-page.ts'

/** Names of the built files that pages refer to. */
export interface SiteAssets {
  /** Of the home page, and what all pages of the website share. */
  homeStyle: string
  /** Of the other pages. */
  pageStyles: string[]
  siteScript: string
  /** The scripts that only some pages load, by feature. */
  pageScripts: Record<string, string>
  areas: EntryPoint
  signIn: EntryPoint
  /** Of the areas. */
  typeface: string
}

/** The script that a page of the portal starts with, those that it imports, for preloading, and their styles. */
interface EntryPoint {
  script: string
  preloads: string[]
  styles: string[]
}

interface Chunk {
  file: string
  name?: string
  css?: string[]
  imports?: string[]
}

/** Vite's manifest: chunks by the path of their source. */
type Manifest = Record<string, Chunk>

export const assetsPath = '/assets/'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  // While developing only.
  '.map': 'application/json; charset=utf-8',
}

/** Puts `x.br` and `x.gz` beside each text file `x` of the bundler that is large enough. */
export async function compressAssets(folder: string): Promise<void> {
  await Promise.all(
    (await readdir(folder)).map(async (name) => {
      // Compressed already.
      if (extname(name) === '.woff2') return
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
  const read = async (name: string) => JSON.parse(await readFile(join(build, name), 'utf8')) as Manifest
  const renderer = await read('renderer.json')
  const names = (await readdir(build)).filter((name) => name.endsWith('.json') && name !== 'renderer.json')
  const scripts: Manifest = Object.assign({}, ...(await Promise.all(names.map(read))))
  const portal = await read('portal.json')
  return {
    homeStyle: styleOf(renderer, 'home'),
    pageStyles: [styleOf(renderer, 'prerender')],
    siteScript: `/${chunkOf(scripts, 'src/site/browser.ts').file}`,
    pageScripts: pageScriptsOf(scripts),
    areas: entryPoint(portal, 'src/portal/main.tsx'),
    signIn: entryPoint(await read('signIn.json'), 'src/portal/sign-in/main.tsx'),
    typeface: `/${chunkOf(portal, 'src/portal/typeface.woff2').file}`,
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

function styleOf(manifest: Manifest, name: string): string {
  const [style] = Object.values(manifest).find((chunk) => chunk.name === name)?.css ?? []
  if (style === undefined) throw new Error(`The build holds no style sheet called ${name}.`)
  return `/${style}`
}

function entryPoint(manifest: Manifest, entry: string): EntryPoint {
  const names = new Set<string>()
  const add = (name: string) => {
    if (names.has(name)) return
    names.add(name)
    for (const imported of chunkOf(manifest, name).imports ?? []) add(imported)
  }
  add(entry)
  const [script = '', ...preloads] = [...names].map((name) => `/${chunkOf(manifest, name).file}`)
  return { script, preloads, styles: [`/${chunkOf(manifest, 'style.css').file}`] }
}

function chunkOf(manifest: Manifest, name: string): Chunk {
  const chunk = manifest[name]
  if (!chunk) throw new Error(`The build's manifest does not name ${name}.`)
  return chunk
}
