import { createHash, randomBytes } from 'node:crypto'
import { access, constants, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import type { PasswordPolicy } from '#contract/access/passwords.ts'
import type { LanguagePage } from '#contract/organization/languages.ts'
import type { Organization } from '#contract/organization/schema.ts'
import { textFontPath } from '#contract/paths.ts'
import { calendarDayIn } from '#server/calendar.ts'
import { apiReference, apiReferenceViewer } from '#server/http/api-reference.ts'
import { openApiDocument } from '#server/http/openapi.ts'
import { makeDecks, readPictures, type Training } from '#server/training/content.ts'
import { findAssets, readAssets, type SiteAssets } from './assets.ts'
import { type MadePage, type PreparedPage, prepare } from './prepared-page.ts'

interface Content {
  organization: Organization
  languagePages: readonly LanguagePage[]
  publicUrl: string
  /** For the copyright line. */
  year: number
  /** Minimum retention of deleted records, for the privacy page. */
  retentionYears: number
  /** The provider of the organization's accounts, if people sign in with them, and whose passwords still work. */
  signInWith?: { name: string; passwordPolicy: PasswordPolicy } | undefined
  training: Training
}

interface Inputs extends Omit<Content, 'year'> {
  /** The folder of the build. Made pages are kept in it. */
  build: string
  /** Where made pages are kept if the build can't be written, as in a container. */
  otherCache?: string
  clock: () => Date
}

interface Renderer {
  renderSite(input: Content & { assets: SiteAssets }): MadePage[]
}

/**
 * The built files, and the pages and documents of this organization and address, from the cache or made now. The renderer
 * is loaded only if needed.
 */
export async function preparePages({
  build,
  otherCache,
  clock,
  ...content
}: Inputs): Promise<PreparedPage[]> {
  const cache = { build, folder: await cacheFolder(build, otherCache) }
  const { organization, publicUrl } = content
  const today = calendarDayIn(content.organization.timeZone)
  const sets = [
    pagesOfYear(
      () => Number.parseInt(today(clock()), 10),
      (year) => pages(cache, { ...content, year }),
    ),
    documents(cache, content),
    cachedPages({
      cache,
      kind: 'api-reference',
      inputs: [organization.name, publicUrl],
      make: async () => apiReference(organization.name, openApiDocument(publicUrl)),
    }),
    cachedPages({ cache, kind: 'api-viewer', inputs: null, make: apiReferenceViewer }),
    readAssets(join(build, 'assets')),
    readPictures(content.training).then((pictures) => Promise.all(pictures.map(prepare))),
  ]
  return (await Promise.all(sets)).flat()
}

/** The build, unless only the other folder, which is then made, can be written. */
async function cacheFolder(build: string, other: string | undefined): Promise<string> {
  const isWritable = await access(build, constants.W_OK).then(
    () => true,
    () => false,
  )
  if (isWritable || !other) return build
  return await mkdir(other, { recursive: true, mode: 0o700 }).then(
    () => other,
    () => build,
  )
}

/** How often to check for a new year, in milliseconds. */
const yearInterval = 60_000

/** Renders the pages again in memory when a year begins; until that succeeds, the old ones are sent. */
async function pagesOfYear(thisYear: () => number, make: (year: number) => Promise<PreparedPage[]>) {
  let year = thisYear()
  const made = await make(year)
  async function renew() {
    const next = thisYear()
    if (next === year) return
    const renewed = await make(next)
    for (const [index, page] of made.entries()) Object.assign(page, renewed[index])
    year = next
  }
  setInterval(() => void renew().catch(() => {}), yearInterval).unref()
  return made
}

function pages(cache: Cache, content: Content): Promise<PreparedPage[]> {
  const { build } = cache
  return cachedPages({
    cache,
    kind: 'pages',
    inputs: content,
    make: async () => {
      const renderer: Renderer = await import(pathToFileURL(join(build, 'renderer/prerender.js')).href)
      return renderer.renderSite({ ...content, assets: await findAssets(build) })
    },
  })
}

/** Forms and slides take longest, and don't depend on the address. */
function documents(cache: Cache, { organization, training }: Pick<Content, 'organization' | 'training'>) {
  const { build } = cache
  return cachedPages({
    cache,
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

interface Cache {
  /** The folder of the build, which the pages depend on. */
  build: string
  folder: string
}

interface PageSet {
  cache: Cache
  /** Prefix of the cache file. */
  kind: string
  /** What they depend on besides the program, which comes with the build. */
  inputs: unknown
  make: () => Promise<MadePage[]>
}

/** Cache files to keep of each kind: changing the organization's data back needs no rebuild. */
const cacheCount = 3

/** The compressed pages, from the cache of the same inputs or made now and cached. */
export async function cachedPages({ cache, kind, inputs, make }: PageSet): Promise<PreparedPage[]> {
  const { build, folder } = cache
  // A folder that outlives the build must not give a later one its pages.
  const built = folder === build ? '' : await readFile(join(build, 'inputs'), 'utf8')
  const hash = createHash('sha256').update(JSON.stringify([process.version, built, inputs]))
  const file = join(folder, `${kind}-${hash.digest('hex').slice(0, 16)}`)
  const cached = await readFile(file).catch(() => null)
  if (cached) return deserialize(cached) as PreparedPage[]
  const made = await Promise.all((await make()).map(prepare))
  // In a read-only folder the next start makes them again.
  await writeCache(file, made, folder).then(
    () => removeOldCaches(folder, kind),
    () => {},
  )
  return made
}

/** Writes atomically, because another instance may be writing or reading the same file. */
async function writeCache(file: string, pages: PreparedPage[], folder: string): Promise<void> {
  const unfinished = join(folder, `unfinished-${process.pid}-${randomBytes(4).toString('hex')}`)
  try {
    await writeFile(unfinished, serialize(pages))
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Running instances have their pages in memory and don't need older files. */
async function removeOldCaches(folder: string, kind: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(`${kind}-`))
  const dated = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      // Another instance may have removed it just now.
      return { path, time: (await stat(path).catch(() => null))?.mtimeMs ?? 0 }
    }),
  )
  const older = dated.sort((a, b) => b.time - a.time).slice(cacheCount)
  await Promise.all(older.map(({ path }) => rm(path, { force: true })))
}
