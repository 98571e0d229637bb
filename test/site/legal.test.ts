import { describe, expect, test } from 'vitest'
import { formPaths, publicPaths } from '#contract/paths.ts'
import { storageKeys } from '#contract/session/storage.ts'
import { privacyWording } from '#site/legal/privacy.wording.en.ts'
import { organization } from '#test/support/outgoing-mail.ts'
import { mainOf, textOf } from './rendered-text.ts'
import { publicUrl, readPage, startWebsite } from './website.ts'

const { privacy, terms, cookies, cookie, accessibility } = publicPaths

const pages: Record<string, string> = {}
const app = await startWebsite()
for (const path of [privacy, terms, cookies, accessibility]) pages[path] = mainOf(await readPage(app, path))

const headings = (path: string) =>
  [...(pages[path] ?? '').matchAll(/<h2[^>]*>([^<]+)/g)].map(([, title]) => title)

describe('the privacy statement', () => {
  test('has a heading for what is collected, its use, protection, rights and contact [T3]', () => {
    expect(headings(privacy)).toEqual([
      'In short',
      'Information we collect',
      'How we use it',
      'How we protect it',
      'How long we keep it',
      'Your rights',
      'Contact',
      'More about this site',
    ])
  })

  test.each([
    [7, 'locked away for at least 7 years'],
    [1, 'locked away for at least 1 year.'],
    [0, 'we may delete it permanently at any time'],
  ])('says that what is deleted is kept for the retention years: %i', (retentionYears, words) => {
    expect(JSON.stringify(privacyWording.sections({ organization, retentionYears }))).toContain(words)
  })
})

test('the terms of service are exactly seven numbered sections in one ordered list [T4]', () => {
  const list = /<ol[^>]*>(.*)<\/ol>/s.exec(pages[terms] ?? '')?.[1] ?? ''
  const numbers = [...list.matchAll(/<h2[^>]*>(\d)\. [^<]+<\/h2>/g)].map(([, number]) => Number(number))
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(headings(terms).filter((title) => /^\d/.test(title ?? ''))).toHaveLength(7)
})

describe('the cookie policy', () => {
  const facts = [
    'Effective April 21, 2025',
    'cookies to keep login sessions secure for authorized employees and admins',
    'Essential cookies.',
    'Optional performance cookies.',
    'We do not use marketing or tracking cookies from third parties.',
    'We use a third-party email sender for these password-setup emails.',
    'support@stablehousing.example',
    '(612) 555-0142',
    'There are no optional cookies today',
    'Text that you have not saved is kept on our server, not in your browser.',
    `under the name “${storageKeys.cookieConsent}”`,
  ]

  test.each(facts)('says: %s [T5]', (fact) => expect(textOf(pages[cookies] ?? '')).toContain(fact))

  test('names everything that the local storage holds', () => {
    for (const key of Object.values(storageKeys)) expect(pages[cookies]).toContain(`“${key}”`)
  })

  test('is also served at /cookie, with its canonical address [T176]', async () => {
    const alias = await readPage(app, cookie)
    expect(alias).toBe(await readPage(app, cookies))
    expect(alias).toContain(`<link rel="canonical" href="${publicUrl}${cookies}"/>`)
  })
})

test('the accessibility page names the standard, how to get help and what does not work well', () => {
  const text = textOf(pages[accessibility] ?? '')
  expect(text).toContain('WCAG 2.2, level AA')
  expect(text).toContain('such as Arabic or Amharic')
  expect(headings(accessibility)).toEqual([
    'In short',
    'Our aim',
    'How to get help',
    'What happens next',
    'What does not work well yet',
    'Contact',
    'More about this site',
  ])
  expect(text).toMatch(/PDF of a client’s notes is made of pictures.*“Print Report” instead/)
  expect(text).toContain('support@stablehousing.example')
  expect(text).toContain('(612) 555-0142')
})

test('no page promises a service that this organization may not offer', async () => {
  const promises =
    /over the phone|by phone|large print|mail you|(come|talk) to us in person|come (anyway|by|to us)|bring it|what to bring|drop in|walk in|we promise|we will help you another way|treat you worse|ourselves/i
  for (const path of [...Object.values(publicPaths), ...Object.values(formPaths)])
    expect(textOf(mainOf(await readPage(app, path))), path).not.toMatch(promises)
})

test('each legal page links to its own sections by their titles', () => {
  for (const path of Object.keys(pages)) {
    const html = pages[path] ?? ''
    const nav = /<nav [^>]*"legal-contents".*?<\/nav>/s.exec(html)?.[0] ?? ''
    const links = [...nav.matchAll(/<a href="#([^"]+)">([^<]+)/g)].map(([, id, title]) => [id, title])
    const sections = [...html.matchAll(/<h2 id="(part-[^"]+)">([^<]+)/g)].map(([, id, title]) => [id, title])
    expect(links.length, path).toBeGreaterThan(3)
    expect(links, path).toEqual(sections)
  }
})

test('each legal page links to the other three', () => {
  const all = Object.keys(pages)
  for (const path of all) {
    const nav = /<nav [^>]*"legal-related".*?<\/nav>/s.exec(pages[path] ?? '')?.[0] ?? ''
    const links = [...nav.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
    expect(links, path).toEqual(all.filter((other) => other !== path))
  }
})
