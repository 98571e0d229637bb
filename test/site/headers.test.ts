import { expect, test } from 'vitest'
import { readOrganization } from '#server/organization/read-organization.ts'
import { readTraining } from '#server/training/content.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { anotherOrganization, prepareWebsite } from './website.ts'

/* What each answer tells the browser to refuse. */

const pages = await prepareWebsite()
const app = await createTestApp({ pages })
const overHttps = await createTestApp({ db: app.db, pages, publicUrl: 'https://housing.example' })

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=(), geolocation=(), microphone=()'),
}
const ofPages = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
]
const documents = ['/home', '/login', '/admin/clients', '/favicon.svg', '/nothing.js', '/nowhere']
const calls = ['/api/health', '/api/clients', '/api/nothing', '/api/clients/%FF']

test.each(documents)(
  '%s loads only its own origin, runs nothing inline and cannot be framed [T426]',
  async (url) => {
    const { headers } = await app.sendRaw({ url })
    const isPortal = ['/login', '/admin/clients'].includes(url)
    expect(headers).toMatchObject({ ...everywhere, ...(isPortal && { 'referrer-policy': 'no-referrer' }) })
    expect(`${headers['content-security-policy']}`.split('; ')).toEqual(ofPages)
  },
)

test('the page of a one-time link sends no referrer [T301]', async () => {
  const { headers } = await app.sendRaw({ url: '/set-password?token=abc' })
  expect(headers['referrer-policy']).toBe('no-referrer')
})

test('an external deck adds its site to frame-src, and the built-in deck is gone [T241]', async () => {
  const asItComes = await readOrganization('organization/organization.json')
  const organization = { ...asItComes, ...anotherOrganization }
  const training = await readTraining('.', { organization, retentionYears: 7 })
  const other = await createTestApp({
    db: app.db,
    organization,
    training,
    pages: await prepareWebsite(anotherOrganization),
  })
  const { headers } = await other.sendRaw({ url: '/manager/employee-training' })
  const frames = ofPages.map((part) =>
    part === "frame-src 'self'" ? `${part} https://slides.example.org` : part,
  )
  expect(`${headers['content-security-policy']}`.split('; ')).toEqual(frames)
  expect((await app.sendRaw({ url: '/training/first-week' })).status).toBe(200)
  expect((await other.sendRaw({ url: '/training/first-week' })).headers.location).toBe('/home')
})

test.each(calls)('%s allows nothing in its policy, and is not cached [T312]', async (url) => {
  expect((await app.sendRaw({ url })).headers).toMatchObject({
    ...everywhere,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  })
})

test.each([...documents, ...calls])(
  '%s sends Strict-Transport-Security where PUBLIC_URL is https [T428]',
  async (url) => {
    const stay = 'strict-transport-security'
    expect((await app.sendRaw({ url })).headers).not.toHaveProperty(stay)
    expect((await overHttps.sendRaw({ url })).headers[stay]).toBe('max-age=31536000; includeSubDomains')
  },
)

test.each([...documents, ...calls])('%s sets no cookie [T430]', async (url) => {
  expect((await app.sendRaw({ url })).headers).not.toHaveProperty('set-cookie')
})

test.each([...documents, ...calls])('%s allows no cross-origin reading [T429]', async (url) => {
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'GET' }
  for (const method of ['GET', 'OPTIONS'] as const) {
    const answer = await app.sendRaw({ method, url, headers })
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})
