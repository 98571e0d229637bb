import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildWhenChanged } from '#commands/build.ts'
import { permissions } from '#contract/access/permissions.ts'
import { roles } from '#contract/access/roles.ts'
import { documentedCalls } from '#contract/documentation-table.ts'
import type { EndpointDefinition } from '#contract/endpoint.ts'
import { failures } from '#contract/failures.ts'
import { publicPaths } from '#contract/paths.ts'
import { openApiDocument } from '#server/http/openapi.ts'
import { readOrganization } from '#server/organization/read-organization.ts'
import { preparePages } from '#server/pages/prepare-pages.ts'
import { readTraining } from '#server/training/read-training.ts'
import { publicUrl, readPage, retentionYears, startWebsite, year } from './website.ts'

const path = '/api/docs'

let app: FastifyInstance
let page: string
beforeAll(async () => {
  app = await startWebsite()
  page = await readPage(app, path)
})
afterAll(() => app?.close())

const calls = documentedCalls.map((call) => [`${call.endpoint.method} ${call.endpoint.path}`, call] as const)

/** The part of the page that tells of a call. */
function articleOf({ method, path: pattern, summary }: EndpointDefinition): { html: string; text: string } {
  const address = pattern.replace(/:(\w+)/g, '{$1}')
  const articles = [...page.matchAll(/<article.*?<\/article>/gs)].map(([html]) => html)
  const own = articles.filter(
    (html) => textOf(html).includes(`${summary}${method} ${address}`) && html.includes(`>${method}<`),
  )
  expect(own).toHaveLength(1)
  return { html: own[0] ?? '', text: textOf(own[0] ?? '') }
}

/** What is read, without the marks around it. */
function textOf(html: string): string {
  return html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

describe('the page of the API', () => {
  test.each(calls)(
    'tells of %s: what it does, who may call it, and its example',
    (_, { endpoint, description, example }) => {
      const { text, html } = articleOf(endpoint)
      const { access, body, reply, status } = endpoint
      expect(text).toContain(description.replaceAll('`', ''))
      if (access === 'anyone') expect(text).toContain('Anyone, without signing in.')
      else {
        const listed = [...html.matchAll(/<span class="badge badge-grey">([^<]+)</g)].map(([, role]) => role)
        expect(listed).toEqual(roles.filter((role) => permissions[access][role]))
      }
      expect(text).toContain(`curl '${publicUrl}/api/`)
      if (body) expect(text).toContain(`-d '${JSON.stringify(example.body, null, 2)}'`)
      expect(text).toContain(`Reply ${status}`)
      if (reply) expect(text).toContain(JSON.stringify(example.reply, null, 2))
    },
  )

  test.each(calls)('names the failures of %s, each with its row in the table', (_, { endpoint }) => {
    const { html } = articleOf(endpoint)
    const named = [...html.matchAll(/href="#failure-([\w-]+)"/g)].map(([, code]) => code)
    expect(named).toEqual(expect.arrayContaining([...(endpoint.failures ?? []), 'server-failure']))
    for (const code of named) expect(page).toContain(`id="failure-${code}"`)
  })

  test('lists every failure with its status and its sentence', () => {
    for (const [code, { status, message }] of Object.entries(failures)) {
      const row = new RegExp(`<tr id="failure-${code}".*?</tr>`, 's').exec(page)?.[0] ?? ''
      expect(textOf(row)).toBe(`${code}${status}${message}`)
    }
  })

  test('describes a reply that has two shapes, and fields within fields', () => {
    const list = articleOf(
      calls.find(([name]) => name === 'GET /clients')?.[1].endpoint as EndpointDefinition,
    )
    expect(list.text).toMatch(/One of 2 shapes:list of Client.*object.*items list of Client/s)
    const summary = articleOf(
      calls.find(([name]) => name === 'GET /clients/summary')?.[1].endpoint as EndpointDefinition,
    )
    expect(summary.html).toContain('<code>counts.discharged</code>')
  })

  test('has links that lead somewhere, ids that stand once, and headings in order', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
    const levels = [...page.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))
    expect(levels.filter((level) => level === 1)).toEqual([1])
    for (const [place, level] of levels.entries()) expect(level - (levels[place - 1] ?? 0)).toBeLessThan(2)
  })

  test('is titled after the organization and kept out of search engines', () => {
    expect(page).toContain('<title>API · Stable Housing Relocation</title>')
    expect(page).toContain('<meta name="robots" content="noindex"/>')
  })

  test('has no script, nothing inline, and nothing of another host', () => {
    expect(page).not.toMatch(/<script|<style|\sstyle=|\son[a-z]+=|javascript:/i)
    for (const [, address] of page.matchAll(/<(?:link|img)[^>]*?(?:href|src)="([^"]+)"/g))
      expect(address).toMatch(/^\/[^/]/)
  })
})

test('it is answered like a page: with a tag, compressed, by HEAD, and with a slash too many', async () => {
  const get = await app.inject(path)
  const br = await app.inject({ url: path, headers: { 'accept-encoding': 'br' } })
  expect([br.headers['content-encoding'], br.headers['content-type']]).toEqual([
    'br',
    'text/html; charset=utf-8',
  ])
  const again = await app.inject({ url: path, headers: { 'if-none-match': `${get.headers.etag}` } })
  expect(again.statusCode).toBe(304)
  const head = await app.inject({ method: 'HEAD', url: path })
  expect([head.statusCode, head.headers.etag, head.body]).toEqual([200, get.headers.etag, ''])
  const slash = await app.inject(`${path}/`)
  expect([slash.statusCode, slash.headers.location]).toEqual([302, path])
})

test('no rule of it is in a sheet that visitors load, and none of theirs is missing here', async () => {
  const sheetOf = async (html: string) =>
    readPage(app, /<link rel="stylesheet" href="([^"]+)"/.exec(html)?.[1] ?? '')
  const own = await sheetOf(page)
  const visitors = await sheetOf(await readPage(app, publicPaths.home))
  expect(own).toMatch(/\.api-call.*\.api-table/s)
  expect(visitors).not.toMatch(/\.api-/)
  const classes = [...page.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '))
  const wordless = new Set(classes.filter((name) => !own.includes(`.${name}`)))
  expect([...wordless]).toEqual([])
})

test('a description that has changed is rendered anew', async () => {
  const { folder } = await buildWhenChanged(() => {})
  const organization = await readOrganization('organization/organization.json')
  const api = openApiDocument(publicUrl)
  const changed = { ...api, tags: api.tags.map((tag) => ({ ...tag, description: 'About something else.' })) }
  const pages = await preparePages({
    build: folder,
    organization,
    publicUrl,
    year,
    retentionYears,
    training: await readTraining('.', { organization, retentionYears }),
    api: changed,
  })
  const docs = pages.find(({ paths }) => paths.includes(path))
  expect(String(docs?.content)).toContain('About something else.')
  expect(page).not.toContain('About something else.')
})
