import fastify, { type FastifyInstance } from 'fastify'
import { buildWhenChanged } from '#commands/build.ts'
import { dist } from '#commands/install.mjs'
import type { Organization } from '#contract/organization/schema.ts'
import { openApiDocument } from '#server/http/openapi.ts'
import { readOrganization } from '#server/organization/read-organization.ts'
import { preparePages } from '#server/pages/prepare-pages.ts'
import type { PreparedPage } from '#server/pages/prepared-page.ts'
import { servePages } from '#server/pages/serve-pages.ts'
import { readTraining } from '#server/training/content.ts'

export const publicUrl = 'https://housing.example'
export const year = 2026
export const retentionYears = 7

/** The website alone, as the server runs it, with changes to the organization if a test wants them. */
export async function startWebsite(changes: Partial<Organization> = {}): Promise<FastifyInstance> {
  return await serving(await prepareWebsite(changes))
}

/** These pages and files alone. */
export async function serving(pages: PreparedPage[]): Promise<FastifyInstance> {
  const app = fastify()
  await app.register(async (scope) => servePages(scope, pages))
  return app
}

/** The website's pages, for an application that serves more than these. */
export async function prepareWebsite(
  changes: Partial<Organization> = {},
  settings: { retentionYears: number } = { retentionYears },
): Promise<PreparedPage[]> {
  await buildWhenChanged(() => {})
  const organization = { ...(await readOrganization('organization/organization.json')), ...changes }
  return await preparePages({
    build: dist,
    organization,
    publicUrl,
    year,
    ...settings,
    training: await readTraining('.', { organization, ...settings }),
    api: openApiDocument(publicUrl),
  })
}

export async function readPage(app: FastifyInstance, url: string): Promise<string> {
  const answer = await app.inject(url)
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`)
  return answer.body
}
