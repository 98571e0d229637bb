import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dist } from '#commands/install.mjs'
import { languages as languagesCommand } from '#commands/ops/languages.ts'
import { languageSource } from '#contract/organization/language-source.en.ts'
import { type LanguageFile, type LanguagePage, languages } from '#contract/organization/languages.ts'
import { complaintsPath, languagePaths, publicPaths } from '#contract/paths.ts'
import { readLanguagePages, readTranslations, sourceDigest } from '#server/organization/read-languages.ts'
import { organizationAt } from '#server/organization/read-organization.ts'
import { runOperation } from '#test/support/run-operation.ts'
import { mainOf, textOf } from './rendered-text.ts'
import {
  anotherOrganization,
  prepareWebsite,
  publicUrl,
  readPage,
  renderWebsite,
  serving,
  startWebsite,
} from './website.ts'

/* The pages in other languages. A copy of the organization's folder has a reviewed page in all three. */

let folder: string
const ours = await organizationAt('.')
const english = { safetyLines: ours.safetyLines, interpreter: anotherOrganization.interpreter }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'organization-'))
})
beforeEach(() => cp('organization', folder, { recursive: true }))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Fills in what a translator and a reviewer do, with made-up words. */
async function review(language: string, change: (file: LanguageFile) => void = () => {}): Promise<void> {
  const path = join(folder, 'languages', `${language}.json`)
  const file: LanguageFile = JSON.parse(await readFile(path, 'utf8'))
  for (const [key, text] of Object.entries(languageSource) as [keyof LanguageFile['texts'], string][])
    file.texts[key] ||= `[${language}] ${text}`
  for (const { number, name, when } of ours.safetyLines)
    file.safetyLines[number] ??= { name: `[${language}] ${name}`, when: `[${language}] ${when}` }
  file.interpreterHours = `[${language}] hours`
  const signed = { translator: 'A. Tarjume', reviewer: 'B. Dib u eege', reviewedOn: '2026-11-02' }
  Object.assign(file, signed, { source: sourceDigest(english) })
  change(file)
  await writeFile(path, JSON.stringify(file))
}

const reviewedPages = () => readLanguagePages('.', english, folder)

test('the drafts that come with the program have no reviewer, so nothing leads to them [T607]', async () => {
  const drafts = await readTranslations('.')
  expect(drafts.map(({ language }) => language)).toEqual(languages)
  for (const { file } of drafts)
    expect([file.reviewer, file.note]).toEqual(['', expect.stringMatching(/^A draft/)])
  const languagePages = await readLanguagePages('.', ours)
  expect(languagePages).toEqual([])
  const app = await startWebsite()
  const home = await readPage(app, publicPaths.home)
  for (const path of Object.values(languagePaths)) {
    expect((await app.inject({ url: path, headers: { accept: 'text/html' } })).headers.location).toBe('/home')
    expect(home).not.toContain(`"${path}"`)
  }
  expect(home).not.toContain('hreflang')
})

describe('with a reviewer', async () => {
  let html: Record<string, string>
  let size: Record<string, number>
  let pageAt: Awaited<ReturnType<typeof renderWebsite>>
  let reviewed: LanguagePage[]
  beforeAll(async () => {
    await cp('organization', folder, { recursive: true })
    for (const language of languages) await review(language)
    const { interpreter, complaints } = anotherOrganization
    reviewed = await reviewedPages()
    pageAt = await renderWebsite({ interpreter, complaints }, reviewed)
    const paths = [publicPaths.home, publicPaths.about, ...Object.values(languagePaths)]
    html = Object.fromEntries(paths.map((path) => [path, pageAt(path)]))
    const weigh = (content: string | Buffer) => brotliCompressSync(content).length
    const sizeOf = async (path: string) => {
      const tags = pageAt(path).matchAll(/<(?:link rel="(?:stylesheet|icon)"|script [^>]*src=)[^>]*>/g)
      const files = [...tags].map(([tag]) => /(?:href|src)="([^"]+)"/.exec(tag)?.[1] ?? '')
      const contents = files.map((file) =>
        file.startsWith('/assets/') ? readFile(join(dist, file)) : pageAt(file),
      )
      return (await Promise.all(contents)).reduce((sum, content) => sum + weigh(content), weigh(pageAt(path)))
    }
    const sizes = paths.map(async (path) => [path, await sizeOf(path)])
    size = Object.fromEntries(await Promise.all(sizes))
  })

  test('each is a page of its own language, without scripts, of at most 10 kB [T608]', () => {
    for (const language of languages) {
      const path = languagePaths[language]
      const page = html[path] ?? ''
      expect(page).toContain(`<html lang="${language}">`)
      expect(page).toContain(`<link rel="canonical" href="${publicUrl}${path}"/>`)
      expect(page).not.toContain('<script')
      expect(page.match(/<h1\b/g)).toHaveLength(1)
      expect(size[path]).toBeLessThanOrEqual(10_000)
    }
    expect(size[publicPaths.home], 'the home page with everything on it').toBeLessThanOrEqual(10_000)
    expect(new Set(Object.values(html).map((page) => /<title>([^<]+)/.exec(page)?.[1])).size).toBe(5)
  })

  test('each is served, as are the pages that only some organizations have', async () => {
    // The organization of headers.test.ts: its documents, which take longest, are made once for both.
    const app = await serving(await prepareWebsite(anotherOrganization, { languagePages: reviewed }))
    for (const path of [...Object.values(languagePaths), complaintsPath, '/sitemap.xml'])
      expect((await app.inject(path)).statusCode, path).toBe(200)
    expect(await readPage(app, '/es')).toContain('<html lang="es">')
  })

  test('search engines learn of the languages that they know, the same on each page [T609]', async () => {
    const alternates = (page = '') => page.match(/<link rel="alternate"[^>]*>/g)
    const all = [
      ...(['es', 'so'] as const).map((language) => [language, languagePaths[language]]),
      ...['en', 'x-default'].map((language) => [language, '/home']),
    ]
    const expected = all.map(
      ([language, path]) => `<link rel="alternate" hrefLang="${language}" href="${publicUrl}${path}"/>`,
    )
    for (const path of ['/home', '/es', '/so']) expect(alternates(html[path]), path).toEqual(expected)
    for (const path of ['/hmn', '/about']) expect(alternates(html[path]), path).toBeNull()
    const sitemap = pageAt('/sitemap.xml')
    for (const path of Object.values(languagePaths))
      expect(sitemap).toContain(`<loc>${publicUrl}${path}</loc>`)
  })

  test('every page links above its header to the others, each by its own name in its language [T610]', () => {
    const names = { en: 'English', es: 'Español', so: 'Soomaali', hmn: 'Hmoob' }
    const paths = { en: '/home', ...languagePaths }
    for (const [path, page] of Object.entries(html)) {
      const [strip = ''] = page.split('<header')
      for (const code of ['en', ...languages] as const) {
        const link = `<a class="touch-line" href="${paths[code]}" lang="${code}">${names[code]}</a>`
        const isItself = code === 'en' ? !path.match(/^\/(es|so|hmn)$/) : path === paths[code]
        expect(strip.includes(link), `${code} on ${path}`).toBe(!isItself)
      }
    }
  })

  test('each says how to get an interpreter, to complain and to leave, and translates the safety lines [T611]', () => {
    const page = html['/es'] ?? ''
    const text = textOf(mainOf(page))
    for (const part of ['El intérprete es gratis', '[es] hours', 'Puede presentar una queja', 'Emergencia'])
      expect(text).toContain(part)
    for (const number of ['tel:+12185550198', 'tel:711', 'tel:+12185550197', 'tel:911', 'tel:+18662231111'])
      expect(page).toContain(`href="${number}"`)
    expect(page).toMatch(/href="https:\/\/www\.weather\.gov\/"[^>]*>Salir de este sitio</)
    expect(text).not.toContain('Una persona revisó')
    expect(mainOf(page)).not.toContain('lang="en"')
  })
})

describe('when the English has changed since the review', () => {
  test('the page says when it was reviewed, and shows in English what has no translation [T612]', async () => {
    await review('es', (file) => {
      file.source = '0123456789abcdef'
      file.texts.reach = ''
      delete file.safetyLines['211']
    })
    const pages = await reviewedPages()
    expect(pages.map(({ isOutdated }) => isOutdated)).toEqual([true])
    const page = mainOf((await renderWebsite({}, pages))('/es'))
    expect(page).toContain('Una persona revisó esta página el 2 de noviembre de 2026.')
    expect(page).toContain(`<span lang="en">${languageSource.reach}</span>`)
    expect(page).toMatch(/<span lang="en">United Way/)
  })

  test('another safety line or other hours of the interpreter count as a change', () => {
    const digest = sourceDigest(english)
    const [first = english.safetyLines[0]] = english.safetyLines
    const others: (typeof english)[] = [
      { ...english, safetyLines: english.safetyLines.slice(1) },
      {
        ...english,
        safetyLines: [{ ...first, when: 'Now.' } as typeof first, ...english.safetyLines.slice(1)] as never,
      },
      { ...english, interpreter: undefined },
    ]
    expect(new Set([digest, ...others.map(sourceDigest)]).size).toBe(4)
  })
})

describe('a file is refused', () => {
  const complaint = async (change: (file: LanguageFile) => void) => {
    await review('es', change)
    return await reviewedPages().then(
      () => 'none',
      (error: Error) => error.message.replace(`${folder}/`, ''),
    )
  }

  test.each<[string, (file: LanguageFile) => void, RegExp]>([
    [
      'without the day of the review',
      (file) => Object.assign(file, { reviewedOn: '' }),
      /field reviewedOn must not be empty/,
    ],
    ['without the digest', (file) => Object.assign(file, { source: '' }), /field source must not be empty/],
    [
      'without the organization’s name',
      (file) => Object.assign(file.texts, { lead: 'Hola.' }),
      /texts\.lead must contain \{name\}/,
    ],
    [
      'with a text that is misspelled',
      (file) => Object.assign(file.texts, { leed: 'x' }),
      /texts\.leed is not known/,
    ],
    [
      'that was reviewed with a text missing',
      (file) => Object.assign(file.texts, { reach: '' }),
      /texts\.reach must not be empty, because/,
    ],
  ])('%s [T613]', async (_, change, sentence) => {
    expect(await complaint(change)).toMatch(sentence)
    expect(await complaint(change)).toMatch(/^languages\/es\.json: /)
  })
})

test('`ops languages` prints the digest, and what visitors see and miss, of the folder in ORGANIZATION_DIR [T617]', async () => {
  const organization = { ...JSON.parse(await readFile('organization/organization.json', 'utf8')), ...english }
  await writeFile(join(folder, 'organization.json'), JSON.stringify(organization))
  await review('es')
  const { code, printed } = await runOperation(languagesCommand, { ORGANIZATION_DIR: folder })
  expect([code, printed.split('\n')[0]]).toEqual([
    0,
    `The source digest of the English texts: ${sourceDigest(english)}`,
  ])
  expect(printed).toContain('es.json: reviewed by B. Dib u eege on 2026-11-02. No text is missing.')
  expect(printed).toMatch(
    /so\.json: a draft without a reviewer\. Visitors do not see it\. Missing texts: \d+/,
  )
  expect(printed).toContain(`  texts.title: ${languageSource.title}\n`)
  expect(printed).not.toContain('  texts.phone')
})

test('an empty file is a draft that lacks every text', async () => {
  await writeFile(join(folder, 'languages/es.json'), '{ "texts": {} }')
  expect(await reviewedPages()).toEqual([] satisfies LanguagePage[])
})
