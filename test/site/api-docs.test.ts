import { expect, test } from 'vitest'
import { openApiDocument } from '#server/http/openapi.ts'
import { publicUrl, readPage, startWebsite } from './website.ts'

const path = '/api/docs'

const app = await startWebsite()
const page = await readPage(app, path)

test('the page of the API is titled after the organization and kept out of search engines', () => {
  expect(page).toContain('<title>API · Stable Housing Relocation</title>')
  expect(page).toContain('<meta name="robots" content="noindex">')
})

test('the page of the API has nothing inline, and loads nothing from other hosts', async () => {
  expect(page).not.toMatch(/<script>|<style|\sstyle=|\son[a-z]+=|javascript:/i)
  const addresses = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address = '']) => address)
  expect(addresses).toHaveLength(4)
  for (const address of addresses.filter((address) => address !== '/api/openapi.json')) {
    expect(address).toMatch(/^\/[^/]/)
    expect((await app.inject(address)).statusCode, address).toBe(200)
  }
})

test('the page of the API may load its own files and send nothing [T384]', async () => {
  const { headers } = await app.inject(path)
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
})

test('the page of the API shows the document of this server, and allows neither trying a call nor naming another document', async () => {
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
