import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiDocument } from '#server/http/openapi.ts'
import { publicUrl, readPage, startWebsite } from './website.ts'

const path = '/api/docs'

let app: FastifyInstance
let page: string
beforeAll(async () => {
  app = await startWebsite()
  page = await readPage(app, path)
})
afterAll(() => app?.close())

test('the page of the API is titled after the organization and kept out of search engines', () => {
  expect(page).toContain('<title>API · Stable Housing Relocation</title>')
  expect(page).toContain('<meta name="robots" content="noindex">')
})

test('it has nothing inline, and nothing of another host', async () => {
  expect(page).not.toMatch(/<script>|<style|\sstyle=|\son[a-z]+=|javascript:/i)
  const addresses = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address = '']) => address)
  expect(addresses).toHaveLength(4)
  for (const address of addresses.filter((one) => one !== '/api/openapi.json')) {
    expect(address).toMatch(/^\/[^/]/)
    expect((await app.inject(address)).statusCode, address).toBe(200)
  }
})

test('it may load its own files and send nothing anywhere', async () => {
  const { headers } = await app.inject(path)
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
})

test('it shows the document of this address, and lets nobody try a call or name another document', async () => {
  const options: Record<string, unknown> = {}
  new Function('SwaggerUIBundle', await readPage(app, `${path}/start.js`))((given: object) =>
    Object.assign(options, given),
  )
  expect(options).toMatchObject({
    spec: JSON.parse(JSON.stringify(openApiDocument(publicUrl))),
    supportedSubmitMethods: [],
    queryConfigEnabled: false,
    validatorUrl: null,
  })
  expect(options).not.toHaveProperty('url')
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
