import { brotliCompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaPaths, formPaths, publicPaths, signInPaths } from '#contract/paths.ts'
import { publicUrl, readPage, startWebsite, year } from './website.ts'

let app: FastifyInstance
let home: string
beforeAll(async () => {
  app = await startWebsite()
  home = await readPage(app, publicPaths.home)
})
afterAll(() => app?.close())

const documents = [publicPaths.home, ...Object.values(signInPaths), ...Object.values(areaPaths)]

test('a translator of pages leaves alone what the portal draws, and nothing else', async () => {
  for (const path of documents) {
    const page = await readPage(app, path)
    const marked = [...page.matchAll(/<[^>]* translate="no"[^>]*>/g)].map(([tag]) => tag)
    expect(marked, path).toEqual(path === publicPaths.home ? [] : ['<div id="portal" translate="no">'])
  }
})

describe('the home page, before any script runs', () => {
  test('welcomes, says what we do, our mission and our vision', () => {
    const headings = [...home.matchAll(/<h[12][^>]*>([^<]+)</g)].map(([, text]) => text)
    expect(headings).toEqual(
      expect.arrayContaining([
        'Welcome to Stable Housing Relocation',
        'What we do',
        'Our mission',
        'Our vision',
      ]),
    )
    expect(home.match(/<h1/g)).toHaveLength(1)
  })

  test('has exactly the four links of the header', () => {
    const nav = /<nav class="masthead-nav"[^>]*>(.*?)<\/nav>/s.exec(home)?.[1] ?? ''
    expect(linksIn(nav)).toEqual([
      ['/home', 'HOME'],
      ['/about', 'ABOUT'],
      ['/contact', 'CONTACT'],
      ['/services', 'SERVICES'],
    ])
  })

  test('has the footer with its links, the year and the safety lines', () => {
    const footer = /<footer.*<\/footer>/s.exec(home)?.[0] ?? ''
    const addresses = linksIn(footer).map(([href]) => href)
    const pages = addresses.filter((href = '') => href.startsWith('/'))
    expect(pages).toEqual(['/privacy', '/terms-of-services', '/cookies', '/contact', '/accessibility'])
    expect(addresses).toEqual(expect.arrayContaining(['tel:911', 'tel:988', 'tel:211', 'tel:+18448801574']))
    expect(footer).toContain(`© ${year} Stable Housing Relocation`)
  })

  test('says at its beginning whom to call', () => {
    const opening = /<main.*?<\/main>/s.exec(home)?.[0].split('<section')[0] ?? ''
    expect(linksIn(opening)).toEqual([
      ['tel:+16125550142', 'Talk to us (612) 555-0142'],
      ['#needs', 'See how we can help'],
    ])
    expect(home).toContain('An adult who depends on care is hurt, neglected or cheated.')
  })

  test('calls nobody to a page that is not there', async () => {
    const main = /<main.*<\/main>/s.exec(home)?.[0] ?? ''
    const addresses = linksIn(main).map(([href = '']) => href)
    const ways = ['tel:+16125550142', '#needs', '/contact', '/services']
    expect(addresses).toEqual(expect.arrayContaining(ways))
    for (const href of addresses) {
      if (href.startsWith('/')) expect((await app.inject(href)).statusCode, href).toBe(200)
      if (href[0] === '#') expect(main).toContain(`id="${href.slice(1)}"`)
    }
  })

  test('shows no cookie banner', () => {
    expect(home).not.toMatch(/cookie-banner|Essential only|Accept/)
  })

  test('names its canonical address under PUBLIC_URL, its title and description', () => {
    expect(home).toContain(`<link rel="canonical" href="${publicUrl}/home"/>`)
    expect(home).toContain(`<meta property="og:url" content="${publicUrl}/home"/>`)
    expect(home).toMatch(/<title>Stable Housing Relocation – [^<]+<\/title>/)
    expect(home).toMatch(/<meta name="description" content="[^"]{50,170}"/)
  })

  test('loads nothing from another host', () => {
    const loaded = [
      ...home.matchAll(/<(?:script|img|iframe|link(?! rel="canonical"))[^>]*?(?:src|href)="([^"]+)"/g),
    ]
    expect(loaded.length).toBeGreaterThan(3)
    for (const [, address] of loaded) expect(address).toMatch(/^\/[^/]/)
  })
})

test.each([...Object.values(publicPaths), ...Object.values(formPaths), ...Object.values(signInPaths)])(
  '%s leads in its header to the numbers to call in need, one of which is 911',
  async (path) => {
    const html = await readPage(app, path)
    const header = /<header.*?<\/header>/s.exec(html)?.[0] ?? ''
    const place = linksIn(header)
      .find(([, words]) => words === 'Help now')?.[0]
      ?.slice(1)
    const numbers = new RegExp(`<section[^>]* aria-labelledby="${place}">.*?</section>`, 's').exec(html)?.[0]
    expect(numbers).toContain(`<h2 id="${place}">`)
    for (const number of ['tel:911', 'tel:988', 'tel:211']) expect(numbers).toContain(`href="${number}"`)
  },
)

test.each(documents)('%s has no inline script, style or event handler', async (path) => {
  const html = await readPage(app, path)
  expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:/i)
  // Structured data is a data block, which no browser runs.
  for (const [, attributes] of html.matchAll(/<script(?! type="application\/ld\+json">)([^>]*)>/g))
    expect(attributes).toContain(' src="/assets/')
})

test.each(documents)('%s is shown without waiting for a script', async (path) => {
  const html = await readPage(app, path)
  expect(html).not.toMatch(/\sblocking=/)
  for (const [, attributes] of html.matchAll(/<script(?! type="application\/ld\+json">)([^>]*)>/g))
    expect(attributes).toMatch(/ type="module"/)
})

describe('icons', () => {
  test.each([
    ['/apple-touch-icon.png', 180],
    ['/icon-192.png', 192],
    ['/icon-512.png', 512],
  ])('%s is a small picture of its size', async (url, side) => {
    const answer = await app.inject(url)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
    const content = answer.rawPayload
    expect(content.subarray(1, 4).toString()).toBe('PNG')
    expect([content.readUInt32BE(16), content.readUInt32BE(20)]).toEqual([side, side])
    expect(content.length).toBeLessThan(6 * 1024)
  })

  test('a browser that asks for /favicon.ico by itself gets one', async () => {
    const answer = await app.inject('/favicon.ico')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/x-icon'])
    const content = answer.rawPayload
    const [sort, pictures] = [content.readUInt16LE(2), content.readUInt16LE(4)]
    expect([sort, pictures, content[6], content[22]]).toEqual([1, 2, 16, 32])
    expect(content.length).toBeLessThan(6 * 1024)
  })

  test.each(['/apple-touch-icon.png', '/favicon.ico'])(
    '%s is named by HEAD, and not sent again',
    async (url) => {
      const get = await app.inject(url)
      const head = await app.inject({ method: 'HEAD', url })
      expect([head.statusCode, head.body]).toEqual([200, ''])
      expect(head.headers['content-length']).toBe(`${get.rawPayload.length}`)
      const headers = { 'if-none-match': `${get.headers.etag}` }
      expect((await app.inject({ url, headers })).statusCode).toBe(304)
      expect(get.headers['content-disposition']).toBeUndefined()
    },
  )

  test.each(documents)('%s names the picture for home screens', async (path) =>
    expect(await readPage(app, path)).toContain(
      '<link rel="apple-touch-icon" href="/apple-touch-icon.png"/>',
    ),
  )

  test('the manifest names pictures for phones that know no drawings, and each is there', async () => {
    const { icons } = (await app.inject('/site.webmanifest')).json()
    expect(icons).toEqual(
      expect.arrayContaining([
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      ]),
    )
    for (const { src, type } of icons)
      expect((await app.inject(src)).headers['content-type'], src).toMatch(type)
  })
})

test('what the home page costs to load stays within its budget', async () => {
  const style = /<link rel="stylesheet" href="([^"]+)"/.exec(home)?.[1] ?? ''
  const script = /<script type="module" src="([^"]+)"/.exec(home)?.[1] ?? ''
  expect(weight(home)).toBeLessThanOrEqual(6 * 1024)
  expect(weight(await readPage(app, style))).toBeLessThanOrEqual(8 * 1024)
  expect(weight(await readPage(app, script))).toBeLessThanOrEqual(1.5 * 1024)
})

describe('the documents that the portal starts in', () => {
  test.each([...Object.values(signInPaths), ...Object.values(areaPaths)])(
    '%s is kept out of search engines, sends no referrer and names the organization',
    async (path) => {
      const html = await readPage(app, path)
      expect(html).toContain('<meta name="robots" content="noindex"/>')
      expect(html).toContain('<meta name="referrer" content="no-referrer"/>')
      expect(html).toContain('<meta name="organization" content="Stable Housing Relocation"/>')
      expect(html).toMatch(/<title>[^<]+ – Stable Housing Relocation<\/title>/)
      expect(html).toMatch(/<noscript>.*JavaScript.*<\/noscript>.*<div id="portal"/s)
      expect(html).toMatch(/<script type="module" src="\/assets\/portal-[^"]+\.js"/)
      expect(html).not.toContain('rel="canonical"')
    },
  )

  test.each([
    [signInPaths.login, 'Login'],
    [signInPaths.forgotPassword, 'Forgot Password'],
    [signInPaths.setPassword, 'Set Password'],
    [signInPaths.unauthorized, 'No access'],
    [signInPaths.profile, 'Profile'],
  ])('%s is titled as the portal titles it', async (path, title) =>
    expect(await readPage(app, path)).toContain(`<title>${title} – Stable Housing Relocation</title>`),
  )

  test('signing in happens inside the public header and footer, the areas draw their own', async () => {
    const login = await readPage(app, signInPaths.login)
    expect(login).toContain('<header class="masthead')
    expect(login).toContain('<footer')
    const admin = await readPage(app, areaPaths.admin)
    expect(admin).not.toContain('<header')
    expect(admin).not.toContain('<footer')
  })
})

test('what an operator writes is shown as text, never run', async () => {
  const other = await startWebsite({ name: 'A <b>"bold"</b> name', mission: '<script>alert(1)</script>' })
  const html = await readPage(other, publicPaths.home)
  expect(html).not.toMatch(/<b>|<script>/)
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  await other.close()
})

function linksIn(html: string): string[][] {
  return [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/gs)].map(([, href = '', inside = '']) => [
    href,
    inside.replace(/<[^>]+>/g, ''),
  ])
}

function weight(content: string): number {
  return brotliCompressSync(content).length
}
