import fastify, { type FastifyInstance } from 'fastify'
import { buildWhenChanged } from '#commands/build.ts'
import { dist } from '#commands/install.mjs'
import type { LanguagePage } from '#contract/organization/languages.ts'
import type { Organization } from '#contract/organization/schema.ts'
import { openApiDocument } from '#server/http/openapi.ts'
import { readOrganization } from '#server/organization/read-organization.ts'
import { preparePages } from '#server/pages/prepare-pages.ts'
import type { PreparedPage } from '#server/pages/prepared-page.ts'
import { servePages } from '#server/pages/serve-pages.ts'
import { readTraining } from '#server/training/content.ts'
import { atEnd } from '#test/support/test-database.ts'

export const publicUrl = 'https://housing.example'
export const year = 2026
const retentionYears = 7

/** Differs from the organization as it comes in everything that tests look at: its pages are rendered once for all. */
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

/** Starts a server of the website alone, with changes to the organization. */
export async function startWebsite(
  changes: Partial<Organization> = {},
  languagePages: LanguagePage[] = [],
): Promise<FastifyInstance> {
  return await serving(await prepareWebsite(changes, { languagePages }))
}

/** Starts a server of these pages and files. */
export async function serving(pages: PreparedPage[]): Promise<FastifyInstance> {
  const app = fastify()
  await app.register(async (scope) => servePages(scope, pages))
  atEnd(() => app.close())
  return app
}

/** Renders the website's pages. */
export async function prepareWebsite(
  changes: Partial<Organization> = {},
  { clock = () => new Date(`${year}-06-01`), languagePages = [] as LanguagePage[] } = {},
): Promise<PreparedPage[]> {
  await buildWhenChanged(() => {})
  const organization = { ...(await readOrganization('organization/organization.json')), ...changes }
  return await preparePages({
    build: dist,
    organization,
    languagePages,
    publicUrl,
    clock,
    retentionYears,
    training: await readTraining('.', { organization, retentionYears }),
    api: openApiDocument(publicUrl),
  })
}

export async function readPage(app: FastifyInstance, url: string): Promise<string> {
  const answer = await app.inject(url)
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`)
  return answer.body
}
