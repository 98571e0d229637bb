import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildWhenChanged } from '#commands/build.ts'
import { dist } from '#commands/install.mjs'
import { readAssets } from '#server/pages/assets.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { prepareWebsite, readPage, serving, startWebsite } from './website.ts'

const app = await startWebsite()

describe('addresses', () => {
  test.each(['/', '/nowhere', '/services/nowhere', '/Home', '/nowhere?x=1', '/%6eowhere'])(
    '%s redirects home [T16]',
    async (url) => {
      const answer = await app.inject(url)
      expect([answer.statusCode, answer.headers.location]).toEqual([302, '/home'])
    },
  )

  test.each([
    '/admin',
    '/admin/clients',
    '/admin/client-details/5%20x',
    '/manager/dashboard',
    '/login?from=%2Fadmin',
  ])('%s is a page of the portal', async (url) =>
    expect(await readPage(app, url)).toContain('<div id="portal" '),
  )

  test.each([
    ...['/home', '/about', '/contact', '/services', '/privacy', '/terms-of-services', '/cookies', '/cookie'],
    ...['housing-consultant', 'housing-transition', 'housing-support-supplement', 'housing-sustaining'].map(
      (service) => `/services/${service}`,
    ),
    ...['/services/moving-assistance', '/services/additional-services'],
    ...['/login', '/forgot-password', '/set-password', '/unauthorized', '/profile'],
  ])('%s is a page [T18]', async (url) => {
    const { statusCode, headers } = await app.inject(url)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  })

  test('redirects a trailing slash and keeps the query', async () => {
    const answer = await app.inject('/set-password/?token=abc')
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/set-password?token=abc'])
    const evil = await app.inject('//evil.example/')
    expect(evil.headers.location ?? '').not.toContain('evil')
  })

  test.each([
    '/nothing.js',
    '/assets/',
    '/.env',
    '/src/site/pages.ts',
    '/package.json',
    '/assets/../manifest.json',
    '/assets/..%2fmanifest.json',
    '/assets/%2e%2e/%2e%2e/renderer/prerender.js',
    '/%2egit/config',
    '/assets/a%00.js',
    '/assets/a%5Cb',
  ])('%s is 404 in JSON [T310]', async (url) => {
    const answer = await app.inject(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ message: 'Not found.', code: 'not-found' })
  })

  test('a mistyped page with a dot leads a browser home, and never to a hidden file', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml' }
    const { statusCode, headers: sent } = await app.inject({ url: '/contact.htm', headers })
    expect({ statusCode, location: sent.location }).toEqual({ statusCode: 302, location: '/home' })
    expect((await app.inject({ url: '/.env', headers })).statusCode).toBe(404)
  })
})

const product = await createTestApp({ pages: await prepareWebsite() })

describe('below /api', () => {
  test.each(['/api', '/api/', '/api/nothing', '/%61pi/nothing', '/api/nothing.js', '/api/../api/nothing'])(
    '%s is answered by the API as an unknown call [T311]',
    async (url) => {
      for (const method of ['GET', 'HEAD', 'POST'] as const) {
        const { statusCode, headers, body } = await product.fastify.inject({ method, url })
        expect(statusCode, method).toBe(404)
        expect(headers, method).toMatchObject({
          'cache-control': 'no-store',
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        })
        if (method !== 'HEAD') expect(JSON.parse(body)).toEqual({ message: 'Not found.', code: 'not-found' })
      }
    },
  )

  test('the page of the API is served, and redirects a trailing slash [T383]', async () => {
    const { headers: page } = await product.sendRaw({ url: '/api/docs' })
    expect(page['content-type']).toBe('text/html; charset=utf-8')
    const { status, headers } = await product.sendRaw({ url: '/api/docs/?x=1' })
    expect([status, headers.location]).toEqual([302, '/api/docs?x=1'])
  })
})

test('security.txt names the contact for security reports, expires within a year, and has its address over https [T386]', async () => {
  const pages = await prepareWebsite()
  const { db } = product
  const overHttps = await createTestApp({ db, pages, publicUrl: 'https://housing.example' })
  const url = '/.well-known/security.txt'
  const { status, headers, body } = await overHttps.sendRaw({ url })
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const lines = [
    'Contact: mailto:support@stablehousing.example',
    'Expires: 2026-12-12T15:00:00.000Z',
    'Preferred-Languages: en',
  ]
  expect(body.split('\n')).toEqual([...lines, `Canonical: https://housing.example${url}`, ''])
  expect((await product.sendRaw({ url })).body.split('\n')).toEqual([...lines, ''])
})

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
}

test('serves the files of a build that is removed under a running server', async () => {
  await buildWhenChanged(() => {})
  const copy = await mkdtemp(join(tmpdir(), 'build-'))
  await cp(join(dist, 'assets'), copy, { recursive: true })
  const assets = await readAssets(copy)
  await rm(copy, { recursive: true })
  const running = await serving(assets)
  for (const [path = ''] of assets.map(({ paths }) => paths)) {
    const { statusCode, headers, rawPayload } = await running.inject(path)
    expect([statusCode, headers['content-type']], path).toEqual([200, types[extname(path)]])
    expect(rawPayload.equals(await readFile(join(dist, path))), path).toBe(true)
  }
  expect(assets.length).toBeGreaterThan(50)
  expect((await running.inject(`${assets[0]?.paths}.br`)).statusCode).toBe(404)
})
