import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SiteAssets } from './prepared-pages.ts'

/** One entry of the bundler's manifest. */
interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  dynamicImports?: string[]
}

type Manifest = Record<string, Chunk>

const siteEntry = 'src/site/browser.ts'
const portalEntry = 'src/portal/main.tsx'

/** Finds out what the builds called the files that pages refer to. */
export async function findAssets(build: string): Promise<SiteAssets> {
  const [portal, site, renderer, apiDocs] = await Promise.all(
    ['portal', 'site', 'renderer', 'api-docs'].map((part) =>
      readManifest(join(build, part, 'manifest.json')),
    ),
  )
  if (!portal || !site || !renderer || !apiDocs) throw new Error('The build is not complete.')
  const preloads = startOf(portal, portalEntry).slice(1)
  return {
    siteStyle: styleOf(renderer),
    apiDocsStyle: styleOf(apiDocs),
    siteScript: `/${chunkOf(site, siteEntry).file}`,
    pageScripts: pageScriptsOf(site),
    portalScript: `/${chunkOf(portal, portalEntry).file}`,
    portalStyles: stylesOf(portal),
    portalPreloads: preloads.map(({ file }) => `/${file}`),
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

/** The one style sheet of a renderer. */
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
 * What the portal needs before it shows anything. Its entry may settle something first and ask for the rest by a
 * single `import()`; browsers need not wait for that to learn what comes.
 */
function startOf(manifest: Manifest, entry: string): Chunk[] {
  const seen = new Set<string>()
  const chunks = withImports(manifest, entry, seen)
  const [only, ...others] = chunkOf(manifest, entry).dynamicImports ?? []
  if (only === undefined || others.length > 0) return chunks
  return [...chunks, ...withImports(manifest, only, seen)]
}

/** The entry first, then everything that it loads before it runs. */
function withImports(manifest: Manifest, name: string, seen: Set<string>): Chunk[] {
  if (seen.has(name)) return []
  seen.add(name)
  const chunk = chunkOf(manifest, name)
  return [chunk, ...(chunk.imports ?? []).flatMap((imported) => withImports(manifest, imported, seen))]
}

function chunkOf(manifest: Manifest, name: string): Chunk {
  const chunk = manifest[name]
  if (!chunk) throw new Error(`The build's manifest does not name ${name}.`)
  return chunk
}

async function readManifest(file: string): Promise<Manifest> {
  return JSON.parse(await readFile(file, 'utf8')) as Manifest
}
