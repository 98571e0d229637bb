import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastify, { type FastifyInstance } from 'fastify'
import { buildWhenChanged } from '#commands/build.ts'
import { dist } from '#commands/install.mjs'
import type { LanguagePage } from '#contract/organization/languages.ts'
import type { Organization } from '#contract/organization/schema.ts'
import { readOrganization } from '#server/organization/read-organization.ts'
import { findAssets } from '#server/pages/assets.ts'
import { preparePages } from '#server/pages/prepare-pages.ts'
import type { MadePage, PreparedPage } from '#server/pages/prepared-page.ts'
import { servePages } from '#server/pages/serve-pages.ts'
import { readTraining } from '#server/training/content.ts'
import { atEnd } from '#test/support/test-database.ts'

export const publicUrl = 'https://housing.example'
export const year = 2026
const retentionYears = 7

/** Differs from the organization as it comes in everything that tests look at. */
export const anotherOrganization: Partial<Organization> = {
  name: 'A <b>"bold"</b> name </script><script>alert(1)</script>',
  phones: [{ label: 'Desk', number: '(218) 555-0199' }],
  fax: undefined,
  interpreter: { number: '(218) 555-0198', hours: 'Monday to Friday, 9 a.m. to 4 p.m.', relay: '711' },
  complaints: {
    to: 'Deqa Abdi, director',
    number: '(218) 555-0197',
    email: 'complaints@home.example',
    answeredWithin: '10 business days',
    outside: [
      { name: 'Office of Ombudsman', number: '1-800-555-0110' },
      { name: 'Human Services', link: 'https://human.example.org/' },
    ],
  },
  decks: { 'first-week': 'https://slides.example.org/our/week?start=1' },
  programNotice: 'One for all.',
  programNotices: { housingTransition: 'Only for transition.' },
}

/** Starts a server of the website alone. */
export async function startWebsite(): Promise<FastifyInstance> {
  return await serving(await prepareWebsite())
}

/** Starts a server of these pages and files. */
export async function serving(pages: PreparedPage[]): Promise<FastifyInstance> {
  const app = fastify()
  await app.register(async (scope) => servePages(scope, pages))
  atEnd(() => app.close())
  return app
}

/** Renders the website's pages, and makes its documents. */
export async function prepareWebsite(
  changes: Partial<Organization> = {},
  { clock = () => new Date(`${year}-06-01`), languagePages = [] as LanguagePage[] } = {},
): Promise<PreparedPage[]> {
  return await preparePages({ build: dist, clock, ...(await contentOf(changes, languagePages)) })
}

/**
 * Renders the pages of an organization that differs, or has other languages. Without its documents, which take longest.
 * Returns the page at an address.
 */
export async function renderWebsite(changes: Partial<Organization>, languagePages: LanguagePage[] = []) {
  const content = await contentOf(changes, languagePages)
  const renderer = await import(pathToFileURL(join(dist, 'renderer/prerender.js')).href)
  const made: MadePage[] = renderer.renderSite({ ...content, year, assets: await findAssets(dist) })
  return (address: string): string => {
    const page = made.find(({ paths }) => paths.includes(address))
    if (!page || !('text' in page)) throw new Error(`There is no page ${address}`)
    return page.text
  }
}

async function contentOf(changes: Partial<Organization>, languagePages: LanguagePage[] = []) {
  await buildWhenChanged(() => {})
  const organization = { ...(await readOrganization('organization/organization.json')), ...changes }
  const training = await readTraining('.', { organization, retentionYears })
  return { organization, languagePages, publicUrl, retentionYears, training }
}

export async function readPage(app: FastifyInstance, url: string): Promise<string> {
  const answer = await app.inject(url)
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`)
  return answer.body
}
