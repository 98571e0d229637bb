import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { syllable } from 'syllable'
import { describe, expect, test } from 'vitest'
import { forms } from '#contract/forms/forms.en.ts'
import { languageFileSchema } from '#contract/organization/languages.ts'
import {
  areaPaths,
  formFilePath,
  formPaths,
  languagePaths,
  publicPaths,
  signInPaths,
} from '#contract/paths.ts'
import { serviceKeys, servicePath } from '#contract/services/service-keys.ts'
import { readOrganization } from '#server/organization/read-organization.ts'
import { blocksOf, mainOf, textOf } from './rendered-text.ts'
import { anotherOrganization, publicUrl, readPage, renderWebsite, startWebsite } from './website.ts'

/* What every public page has in common, as it comes, before any script runs. */

const { cookie, contactSent, ...listed } = publicPaths
const pages = [...Object.values(listed), ...Object.values(formPaths)]
const portalDocuments = [...Object.values(signInPaths), ...Object.values(areaPaths)]
const files = [
  ...['/sitemap.xml', '/robots.txt', '/site.webmanifest', '/favicon.svg', '/favicon.ico'],
  ...['/icon-maskable.svg', '/icon-192.png', '/icon-512.png', '/apple-touch-icon.png'],
  ...forms.map(({ path }) => formFilePath(path)),
]

const html = new Map<string, string>()
const app = await startWebsite()
for (const path of [...pages, ...portalDocuments]) html.set(path, await readPage(app, path))
const pageAt = (path: string) => html.get(path) ?? ''

test('the sitemap lists every public page once, and robots.txt says where it is', async () => {
  const answer = await app.inject('/sitemap.xml')
  expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(answer.body).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset /)
  const listed = [...answer.body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)
  expect(listed.toSorted()).toEqual(pages.map((path) => `${publicUrl}${path}`).toSorted())
  const robots = await readPage(app, '/robots.txt')
  expect(robots).toContain(`\nSitemap: ${publicUrl}/sitemap.xml\n`)
  expect(robots).toMatch(/Disallow: \/admin\/\nDisallow: \/manager\/\nDisallow: \/api\//)
})

test('each page has one h1, and a title, description and canonical address that no other page has [T232]', () => {
  const seen = { title: new Set(), description: new Set(), canonical: new Set() }
  for (const path of pages) {
    const page = pageAt(path)
    expect(page.match(/<h1\b/g), path).toHaveLength(1)
    const description = /<meta name="description" content="([^"]+)"/.exec(page)?.[1] ?? ''
    const length = description.replace(/&[\w#]+;/g, "'").length
    expect(length >= 50 && length <= 160, `${path}: ${length} characters: ${description}`).toBe(true)
    const canonical = /<link rel="canonical" href="([^"]+)"/.exec(page)?.[1]
    expect(canonical).toBe(`${publicUrl}${path}`)
    expect(graphOf(page).length, path).toBeGreaterThan(0)
    expect(page).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png"/>')
    expect(page).toContain(`<meta property="og:url" content="${canonical}"/>`)
    expect(page).toContain(`<meta property="og:description" content="${description}"/>`)
    seen.title.add(/<title>([^<]+)/.exec(page)?.[1])
    seen.description.add(description)
    seen.canonical.add(canonical)
  }
  for (const values of Object.values(seen)) expect(values.size).toBe(pages.length)
})

test.each([...pages, ...portalDocuments])(
  '%s has nothing inline, loads nothing from another host and waits for no script [T236]',
  (path) => {
    const page = pageAt(path)
    expect(page).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:|\sblocking=/i)
    // Structured data is a data block, which no browser runs.
    for (const [, attributes] of page.matchAll(/<script(?! type="application\/ld\+json">)([^>]*)>/g))
      expect(attributes).toMatch(/^ type="module" src="\/assets\//)
    const loaded = page.matchAll(
      /<(?:script|img|iframe|link(?! rel="canonical"))[^>]*?(?:src|href)="([^"]+)"/g,
    )
    for (const [, address] of loaded) expect(address).toMatch(/^\/[^/]/)
  },
)

test('every link and file of a page exists [T231]', async () => {
  const followed = new Set<string>()
  for (const path of pages) {
    const named = [...pageAt(path).matchAll(/\s(?:href|src)="([/#][^"]*)"/g)].map(
      ([, address = '']) => address,
    )
    for (const address of named) {
      const [file = '', place] = address.split('#')
      const target = file || path
      if (place) expect(html.get(target), `${address}, from ${path}`).toContain(` id="${place}"`)
      if (followed.has(target)) continue
      followed.add(target)
      const { statusCode, headers } = await app.inject(target)
      expect(statusCode, `${address}, from ${path}`).toBe(200)
      if (target.startsWith('/assets/'))
        expect(headers['cache-control'], target).toBe('public, max-age=31536000, immutable')
    }
  }
  expect([...followed].filter((address) => address.endsWith('.pdf'))).toHaveLength(forms.length)
})

test.each([...pages, ...Object.values(signInPaths)])(
  '%s links in its header to the emergency numbers, one of which is 911',
  (path) => {
    const header = /<header.*?<\/header>/s.exec(pageAt(path))?.[0] ?? ''
    const place = /<a [^>]*href="#([^"]+)"[^>]*>(?:<[^>]*>)*(?:<svg.*?<\/svg>)?(?:<[^>]*>)*Help now/s.exec(
      header,
    )?.[1]
    const numbers = new RegExp(`<section[^>]* aria-labelledby="${place}">.*?</section>`, 's').exec(
      pageAt(path),
    )?.[0]
    expect(numbers).toContain(`<h2 id="${place}">`)
    for (const number of ['tel:911', 'tel:988', 'tel:211']) expect(numbers).toContain(`href="${number}"`)
  },
)

test('every page begins with a way to leave it quickly, and says what that does not do [T606]', () => {
  for (const path of pages) {
    const [beforeHeader = ''] = pageAt(path).split('<header')
    expect(beforeHeader).toMatch(/<a [^>]*href="https:\/\/www\.weather\.gov\/"[^>]*>Leave this site</)
    expect(beforeHeader).toContain('This does not clear your history.')
    expect(pageAt(path), 'violence at home').toContain('href="tel:+18662231111"')
  }
})

describe('answers', () => {
  test('to HEAD are those to GET, without a body [T160]', async () => {
    for (const url of [...pages, ...files, '/login', '/admin/clients', '/api/docs', '/', '/nothing.js']) {
      const [get, head] = [await app.inject(url), await app.inject({ method: 'HEAD', url })]
      const { date: _, ...got } = get.headers
      const { date: __, ...headed } = head.headers
      expect([head.statusCode, headed, head.body], url).toEqual([get.statusCode, got, ''])
    }
  })

  test('are compressed, with an ETag of their own, and 304 while nothing has changed', async () => {
    for (const url of [publicPaths.home, '/api/docs']) {
      const [br, gzip] = await Promise.all(
        ['br', 'gzip'].map((encoding) => app.inject({ url, headers: { 'accept-encoding': encoding } })),
      )
      const page = await readPage(app, url)
      expect(brotliDecompressSync(br?.rawPayload ?? '').toString(), url).toBe(page)
      expect(gunzipSync(gzip?.rawPayload ?? '').toString(), url).toBe(page)
      expect(br?.headers.etag).not.toBe(gzip?.headers.etag)
      expect(br?.headers).toMatchObject({ vary: 'accept-encoding', 'cache-control': 'no-cache' })
      for (const first of [br, gzip]) {
        const encoding = { 'accept-encoding': `${first?.headers['content-encoding']}` }
        const tag = `"other", W/${first?.headers.etag}`
        const again = await app.inject({ url, headers: { ...encoding, 'if-none-match': tag } })
        expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', first?.headers.etag])
      }
    }
    const headers = { 'if-none-match': '"other"', 'accept-encoding': 'br;q=0, *;q=0.1' }
    const other = await app.inject({ url: publicPaths.home, headers })
    expect([other.statusCode, other.headers['content-encoding']]).toEqual([200, 'gzip'])
  })
})

describe('budgets for old phones and slow connections, in bytes after brotli', () => {
  const budgets = { homeStyle: 5000, pageStyle: 3500, siteScript: 1000 }
  const pageScripts: Record<string, number> = { contact: 2000, forms: 750, legal: 750 }
  const weight = (content: string) => brotliCompressSync(content).length
  const named = (page: string, tag: string) =>
    [...page.matchAll(new RegExp(`<${tag}="([^"]+)"`, 'g'))].map(([, address = '']) => address)
  const stylesOf = (path: string) => named(pageAt(path), 'link rel="stylesheet" href')
  const scriptsOf = (path: string) => named(pageAt(path), 'script type="module" src')

  test('the home page makes at most six requests', () => {
    const home = pageAt(publicPaths.home)
    const requests = home.matchAll(/<(?:script|img|link(?! rel="canonical"))[^>]*?(?:src|href)="(\/[^"]+)"/g)
    expect(new Set([...requests].map(([, address]) => address)).size + 1).toBeLessThanOrEqual(6)
  })

  test('all pages share one small style sheet and script, and all but the home page a second sheet', async () => {
    const [homeStyle = '', pageStyle = '', ...otherStyles] = new Set(pages.flatMap(stylesOf))
    expect(otherStyles).toEqual([])
    for (const path of pages)
      expect(stylesOf(path), path).toEqual(path === publicPaths.home ? [homeStyle] : [homeStyle, pageStyle])
    expect(weight(await readPage(app, homeStyle))).toBeLessThanOrEqual(budgets.homeStyle)
    expect(weight(await readPage(app, pageStyle))).toBeLessThanOrEqual(budgets.pageStyle)
    const [shared = '', ...none] = scriptsOf(publicPaths.home)
    expect(none).toEqual([])
    for (const path of pages) expect(scriptsOf(path)[0], path).toBe(shared)
    for (const address of new Set(pages.flatMap(scriptsOf))) {
      const script = await readPage(app, address)
      const [, feature = ''] = /assets\/(\w+)-/.exec(address) ?? []
      expect(weight(script), address).toBeLessThanOrEqual(
        address === shared ? budgets.siteScript : (pageScripts[feature] ?? 0),
      )
      // Any other import would be one more request.
      const imports = [...script.matchAll(/\bimport\b[^;]*?["'`]\.\/([^"'`]+)/g)].map(([, file]) => file)
      expect(
        imports.every((file) => `/assets/${file}` === shared),
        address,
      ).toBe(true)
    }
  })
})

const graphOf = (page: string): Record<string, unknown>[] => {
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1]
  return json ? JSON.parse(json)['@graph'] : []
}

describe('the pages of another organization', async () => {
  const other = await renderWebsite(anotherOrganization)

  test('print its name and numbers, escaped, and mention no fax where there is none [T243]', () => {
    for (const path of pages) {
      const page = other(path)
      expect(page).not.toMatch(/Stable Housing|<script>|<b>/)
      expect(page).toContain('(218) 555-0199')
    }
    const home = other(publicPaths.home)
    expect(home).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(graphOf(home)[0]?.name).toBe(anotherOrganization.name)
    expect(other(publicPaths.contact)).not.toMatch(/fax/i)
    expect(pageAt(publicPaths.contact)).toMatch(/fax/i)
  })

  test('say that an interpreter is free and how to ask for one, if the organization offers it [T600]', () => {
    for (const path of [publicPaths.home, publicPaths.contact]) {
      const text = textOf(mainOf(other(path)))
      expect(text).toContain(
        'An interpreter is free. Call (218) 555-0198 (Monday to Friday, 9 a.m. to 4 p.m.).',
      )
      expect(other(path)).toContain('href="tel:711"')
      expect(pageAt(path)).not.toMatch(/interpreter/i)
    }
  })

  test('say how to complain, if the organization says who takes complaints [T601]', async () => {
    for (const path of [publicPaths.contact, publicPaths.privacy]) {
      expect(other(path)).toContain('href="/complaints"')
      expect(pageAt(path)).not.toContain('complaints')
    }
    const html = other('/complaints')
    const text = textOf(mainOf(html))
    for (const fact of ['Deqa Abdi, director', 'within 10 business days', 'Office of Ombudsman'])
      expect(text).toContain(fact)
    expect(text).toContain('No one may treat you worse because you complain.')
    for (const href of ['tel:+12185550197', 'mailto:complaints@home.example', 'https://human.example.org/'])
      expect(mainOf(html)).toContain(`href="${href}"`)
    expect(other('/sitemap.xml')).toContain('/complaints<')
    expect((await app.inject('/complaints')).headers.location).toBe(publicPaths.home)
  })

  test('show a notice of one service on its page only, a common one on every service page', () => {
    for (const path of serviceKeys.map(servicePath)) {
      const text = mainOf(other(path))
      expect(text).toContain('One for all.')
      expect(text.includes('Only for transition.'), path).toBe(path === publicPaths.housingTransition)
      expect(mainOf(pageAt(path))).not.toContain('Please note')
    }
  })
})

describe('structured data', () => {
  test('on home and contact page describe the organization and how to reach it', () => {
    for (const path of [publicPaths.home, publicPaths.contact])
      expect(graphOf(pageAt(path))).toContainEqual({
        '@type': 'Organization',
        '@id': `${publicUrl}/home#organization`,
        name: 'Stable Housing Relocation',
        slogan: 'Help finding and keeping a home in Minnesota',
        url: `${publicUrl}/home`,
        address: '100 Example Avenue, Suite 200, Minneapolis, MN 55401',
        telephone: '(612) 555-0142',
        faxNumber: '(612) 555-0143',
        email: 'hello@stablehousing.example',
      })
  })

  test('on a service page describe the service, its provider, and its breadcrumbs', () => {
    const [service, way] = graphOf(pageAt(publicPaths.housingTransition))
    const provider = { '@id': `${publicUrl}/home#organization` }
    expect(service).toMatchObject({ '@type': 'Service', provider })
    const steps = way?.itemListElement as { position: number; item: string }[]
    expect(steps.map(({ position, item }) => [position, item])).toEqual([
      [1, `${publicUrl}/home`],
      [2, `${publicUrl}/services`],
      [3, `${publicUrl}/services/housing-transition`],
    ])
  })
})

describe('icons', () => {
  test.each([
    ['/apple-touch-icon.png', 180],
    ['/icon-192.png', 192],
    ['/icon-512.png', 512],
  ])('%s is a small picture of its size', async (url, side) => {
    const { statusCode, headers, rawPayload } = await app.inject(url)
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png'])
    expect(rawPayload.subarray(1, 4).toString()).toBe('PNG')
    expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([side, side])
    expect(rawPayload.length).toBeLessThan(6 * 1024)
  })

  test('serves /favicon.ico', async () => {
    const { statusCode, headers, rawPayload } = await app.inject('/favicon.ico')
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/x-icon'])
    const [sort, pictures] = [rawPayload.readUInt16LE(2), rawPayload.readUInt16LE(4)]
    expect([sort, pictures, rawPayload[6], rawPayload[22]]).toEqual([1, 2, 16, 32])
    expect(rawPayload.length).toBeLessThan(6 * 1024)
  })

  test('the manifest names any-purpose and maskable icons, and each exists', async () => {
    const answer = await app.inject('/site.webmanifest')
    expect(answer.headers['content-type']).toMatch('application/manifest+json')
    const { icons, ...manifest } = answer.json()
    const scope = { id: '/home', lang: 'en-US', start_url: '/home', scope: '/' }
    expect(manifest).toMatchObject({ name: 'Stable Housing Relocation', ...scope })
    for (const side of [192, 512])
      expect(icons).toContainEqual({
        src: `/icon-${side}.png`,
        sizes: `${side}x${side}`,
        type: 'image/png',
        purpose: 'any',
      })
    expect(icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable')
    for (const { src, type } of icons)
      expect((await app.inject(src)).headers['content-type'], src).toMatch(type)
  })
})

/** The highest school grade for reading the site (docs/decisions/0017). */
const highestGrade = 7

const { home, about, services, contact, accessibility } = publicPaths

test.each([home, about, services, ...serviceKeys.map(servicePath), contact, accessibility])(
  '%s reads at grade 7 or below',
  (path) => expectEasy(pageAt(path)),
)

test('what is said about interpreters and complaints reads at grade 7 or below', async () => {
  const { interpreter, complaints } = anotherOrganization
  const easy = await renderWebsite({ interpreter, complaints })
  for (const path of [home, contact, '/complaints']) await expectEasy(easy(path))
})

test('what translators translate reads at grade 7 or below', async () => {
  const { interpreter, complaints } = anotherOrganization
  const { texts } = languageFileSchema.parse({ texts: {} })
  const empty = { texts, safetyLines: {}, interpreterHours: '', reviewedOn: '2026-11-02', isOutdated: true }
  const untranslated = await renderWebsite({ interpreter, complaints }, [{ language: 'es', ...empty }])
  await expectEasy(untranslated(languagePaths.es))
})

test.each(forms.map((form) => [form.title, form] as const))(
  'the form “%s” reads at grade 7 or below',
  (_, form) => {
    const { purpose, bring, sections } = form
    const hints = sections.flatMap(({ notice, rows }) => [
      notice ?? '',
      ...rows.flat().flatMap(({ label, hint }) => [label, hint ?? '']),
    ])
    const sentences = [purpose, ...bring, ...hints]
      .flatMap((text) => text.split(/(?<=[.!?:])\s+/))
      .filter((sentence) => wordsOf(sentence).length > 0)
    const hardest = sentences.toSorted((a, b) => gradeOf([b]) - gradeOf([a])).slice(0, 5)
    expect(gradeOf(sentences), `hardest:\n${hardest.join('\n')}`).toBeLessThanOrEqual(highestGrade)
  },
)

async function expectEasy(page: string): Promise<void> {
  const { name, safetyLines } = await readOrganization('organization/organization.json')
  const sentences = sentencesOf(page, [name, ...safetyLines.map((line) => line.name)])
  expect(sentences.length).toBeGreaterThan(10)
  const hardest = sentences.toSorted((a, b) => gradeOf([b]) - gradeOf([a])).slice(0, 5)
  expect(gradeOf(sentences), `hardest:\n${hardest.join('\n')}`).toBeLessThanOrEqual(highestGrade)
}

/** Headings and list items count as sentences. Leaves out addresses, phone numbers and names. */
function sentencesOf(page: string, names: readonly string[]): string[] {
  const running = mainOf(page).replace(/<(address|button|select)\b.*?<\/\1>/gs, ' ')
  return blocksOf(running)
    .map((text) => names.reduce((rest, name) => rest.replaceAll(name, ''), text))
    .flatMap((text) => text.split(/(?<=[.!?:])\s+/))
    .filter((sentence) => wordsOf(sentence).length > 0)
}

function wordsOf(sentence: string): string[] {
  return sentence.match(/[\p{L}][\p{L}’'-]*/gu)?.filter((word) => !word.includes('@')) ?? []
}

/** Flesch-Kincaid. */
function gradeOf(sentences: readonly string[]): number {
  const words = sentences.flatMap(wordsOf)
  const syllables = words.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0)
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59
}
