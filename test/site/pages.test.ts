import { brotliCompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaPaths, publicPaths, signInPaths } from '#contract/paths.ts'
import { publicUrl, readPage, startWebsite, year } from './website.ts'

let app: FastifyInstance
let home: string
beforeAll(async () => {
  app = await startWebsite()
  home = await readPage(app, publicPaths.home)
}, 120_000)
afterAll(() => app?.close())

const documents = [publicPaths.home, ...Object.values(signInPaths), ...Object.values(areaPaths)]

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
    expect(addresses).toEqual(
      expect.arrayContaining(['/privacy', '/terms-of-services', '/cookies', '/contact']),
    )
    expect(addresses).toEqual(expect.arrayContaining(['tel:911', 'tel:988', 'tel:211', 'tel:+18448801574']))
    expect(footer).toContain(`© ${year} Stable Housing Relocation`)
  })

  test('calls nobody to a page that is not there', async () => {
    const main = /<main.*<\/main>/s.exec(home)?.[0] ?? ''
    const addresses = linksIn(main).map(([href = '']) => href)
    const ways = ['tel:+16125550142', 'mailto:hello@stablehousing.example', '#home-work']
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

test.each(documents)('%s has no inline script, style or event handler', async (path) => {
  const html = await readPage(app, path)
  expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:/i)
  for (const [, attributes] of html.matchAll(/<script([^>]*)>/g))
    expect(attributes).toContain(' src="/assets/')
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
      expect(html).toMatch(/<noscript>.*JavaScript.*<\/noscript>.*<div id="portal">/s)
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
