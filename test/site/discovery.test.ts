import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publicPaths } from '#contract/paths.ts'
import { publicAddresses } from './public-addresses.ts'
import { publicUrl, readPage, startWebsite } from './website.ts'

let app: FastifyInstance
let paths: string[]
const html = new Map<string, string>()
beforeAll(async () => {
  app = await startWebsite()
  paths = await publicAddresses(app)
  for (const path of paths) html.set(path, await readPage(app, path))
})
afterAll(() => app?.close())

describe('the sitemap', () => {
  test('lists every public page of the contract once, by its canonical address', () => {
    const { cookie, contactSent, ...listed } = publicPaths
    expect(paths).toEqual(expect.arrayContaining(Object.values(listed)))
    expect(new Set(paths).size).toBe(paths.length)
    expect(paths).not.toContain(cookie)
    expect(paths).not.toContain(contactSent)
    for (const path of paths) expect(path).not.toMatch(/^\/(admin|manager|api|login)/)
  })

  test('is XML, and robots.txt says where it is', async () => {
    const answer = await app.inject('/sitemap.xml')
    expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(answer.body).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset /)
    const robots = await readPage(app, '/robots.txt')
    expect(robots).toContain(`\nSitemap: ${publicUrl}/sitemap.xml\n`)
    expect(robots).toMatch(/Disallow: \/admin\/\nDisallow: \/manager\/\nDisallow: \/api\//)
  })
})

test('each page has one h1, and a title, description and canonical address that no other page has', () => {
  const seen = { title: new Set(), description: new Set(), canonical: new Set() }
  for (const [path, page] of html) {
    expect(page.match(/<h1\b/g), path).toHaveLength(1)
    const description = /<meta name="description" content="([^"]+)"/.exec(page)?.[1] ?? ''
    const length = description.replace(/&[\w#]+;/g, "'").length
    expect(length >= 50 && length <= 160, `${path}: ${length} characters: ${description}`).toBe(true)
    const canonical = /<link rel="canonical" href="([^"]+)"/.exec(page)?.[1]
    expect(canonical).toBe(`${publicUrl}${path}`)
    expect(page).toContain(`<meta property="og:url" content="${canonical}"/>`)
    expect(page).toContain(`<meta property="og:description" content="${description}"/>`)
    seen.title.add(/<title>([^<]+)/.exec(page)?.[1])
    seen.description.add(description)
    seen.canonical.add(canonical)
  }
  for (const values of Object.values(seen)) expect(values.size).toBe(paths.length)
})

describe('structured data', () => {
  const thingsOn = (path: string) => graphOf(html.get(path) ?? '')

  test('on the home and the contact page tell who we are and how to reach us', () => {
    for (const path of [publicPaths.home, publicPaths.contact])
      expect(thingsOn(path)).toContainEqual({
        '@type': 'Organization',
        '@id': `${publicUrl}/home#organization`,
        name: 'Stable Housing Relocation',
        slogan: 'Help to find a home in Minnesota, and to keep it',
        url: `${publicUrl}/home`,
        address: '100 Example Avenue, Suite 200, Minneapolis, MN 55401',
        telephone: '(612) 555-0142',
        faxNumber: '(612) 555-0143',
        email: 'hello@stablehousing.example',
      })
  })

  test('on a service page tell of the service, who gives it, and the way there', () => {
    const things = thingsOn(publicPaths.housingTransition)
    expect(things[0]).toMatchObject({
      '@type': 'Service',
      provider: { '@id': `${publicUrl}/home#organization` },
    })
    const way = things[1]?.itemListElement as { position: number; item: string }[]
    expect(way.map(({ position, item }) => [position, item])).toEqual([
      [1, `${publicUrl}/home`],
      [2, `${publicUrl}/services`],
      [3, `${publicUrl}/services/housing-transition`],
    ])
  })

  test('are on every page, and what an operator writes cannot end them', async () => {
    for (const path of paths) expect(thingsOn(path).length, path).toBeGreaterThan(0)
    const name = '</script><script>alert(1)</script>'
    const other = await startWebsite({ name })
    const page = await readPage(other, publicPaths.home)
    expect(page).not.toContain('<script>')
    expect(graphOf(page)[0]?.name).toBe(name)
    await other.close()
  })
})

test('the manifest names an icon for any place and one to be cut to shape, and both are there', async () => {
  const manifest = (await app.inject('/site.webmanifest')).json()
  expect(manifest).toMatchObject({ id: '/home', lang: 'en-US', start_url: '/home', scope: '/' })
  const icons: { src: string; purpose: string; type: string }[] = manifest.icons
  expect(new Set(icons.map(({ purpose }) => purpose))).toEqual(new Set(['any', 'maskable']))
  for (const { src, type } of icons) expect((await app.inject(src)).headers['content-type']).toMatch(type)
})

describe('every public page', () => {
  test('answers HEAD as GET', async () => {
    for (const url of [...paths, '/sitemap.xml', '/robots.txt', '/icon-maskable.svg', '/site.webmanifest']) {
      const [get, head] = [await app.inject(url), await app.inject({ method: 'HEAD', url })]
      const { date: _, ...got } = get.headers
      const { date: __, ...headed } = head.headers
      expect([head.statusCode, headed, head.body], url).toEqual([200, got, ''])
    }
  })

  test('travels compressed, and is not sent again while it has not changed', async () => {
    for (const url of paths) {
      const [br, gzip] = await Promise.all(
        ['br', 'gzip'].map((encoding) => app.inject({ url, headers: { 'accept-encoding': encoding } })),
      )
      expect(brotliDecompressSync(br?.rawPayload ?? '').toString(), url).toBe(html.get(url))
      expect(gunzipSync(gzip?.rawPayload ?? '').toString(), url).toBe(html.get(url))
      for (const first of [br, gzip]) {
        const headers = {
          'accept-encoding': `${first?.headers['content-encoding']}`,
          'if-none-match': `${first?.headers.etag}`,
        }
        const again = await app.inject({ url, headers })
        expect([again.statusCode, again.body], url).toEqual([304, ''])
      }
    }
  })

  test('loses a slash too many, and what lies below it leads home', async () => {
    for (const path of paths) {
      expect((await app.inject(`${path}/`)).headers.location).toBe(path)
      expect((await app.inject(`${path}/nowhere`)).headers.location).toBe(publicPaths.home)
      expect((await app.inject(`${path}/nothing.pdf`)).statusCode).toBe(404)
    }
  })

  test('names only files that are there and are kept for ever', async () => {
    const files = new Set([...html.values()].flatMap((page) => page.match(/\/assets\/[\w.-]+/g) ?? []))
    expect(files.size).toBeGreaterThan(1)
    for (const file of files)
      expect((await app.inject(file)).headers['cache-control'], file).toBe(
        'public, max-age=31536000, immutable',
      )
  })
})

function graphOf(page: string): Record<string, unknown>[] {
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1]
  return json ? JSON.parse(json)['@graph'] : []
}
