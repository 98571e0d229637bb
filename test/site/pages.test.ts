import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { forms } from '#contract/forms/forms.en.ts'
import { areaPaths, formFilePath, publicPaths, signInPaths } from '#contract/paths.ts'
import { serviceKeys, servicePath } from '#contract/services/service-keys.ts'
import { mainOf, textOf } from './rendered-text.ts'
import { prepareWebsite, readPage, serving, startWebsite, year } from './website.ts'

/* What single pages say and lead to, before any script runs. */

const app = await startWebsite()
const home = await readPage(app, publicPaths.home)

const main = async (path: string) => mainOf(await readPage(app, path))

describe('the home page', () => {
  test('welcomes, says what we do, our mission and our vision [T31]', () => {
    const headings = [...home.matchAll(/<h[12][^>]*>([^<]+)</g)].map(([, text]) => text)
    for (const heading of ['Welcome to Stable Housing Relocation', 'What we do', 'Our mission', 'Our vision'])
      expect(headings).toContain(heading)
    expect(home).toMatch(/<title>Stable Housing Relocation – [^<]+<\/title>/)
  })

  test('has exactly the four links of the header [T29]', () => {
    const nav = /<nav class="masthead-nav[^>]*>(.*?)<\/nav>/s.exec(home)?.[1] ?? ''
    expect(linksIn(nav)).toEqual([
      ['/home', 'HOME'],
      ['/about', 'ABOUT'],
      ['/contact', 'CONTACT'],
      ['/services', 'SERVICES'],
    ])
  })

  test('has the footer with its links, the year and the safety lines [T20]', () => {
    const footer = /<footer.*<\/footer>/s.exec(home)?.[0] ?? ''
    const addresses = linksIn(footer).map(([href]) => href)
    const pages = addresses.filter((href = '') => href.startsWith('/'))
    expect(pages).toEqual(['/privacy', '/terms-of-services', '/cookies', '/contact', '/accessibility'])
    expect(addresses).toEqual(expect.arrayContaining(['tel:911', 'tel:988', 'tel:211', 'tel:+18448801574']))
    expect(footer).toContain(`© ${year} Stable Housing Relocation`)
  })

  test('shows no cookie banner [T30]', () => {
    expect(home).not.toMatch(/cookie-banner|Essential only|Accept/)
  })
})

test('the copyright year is that of the organization’s day, and changes without a restart [T522]', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let now = new Date('2026-01-01T05:59:59Z')
  const site = await serving(await prepareWebsite({ timeZone: 'America/Chicago' }, { clock: () => now }))
  expect(await readPage(site, publicPaths.home)).toContain('© 2025 ')
  now = new Date('2026-01-01T06:00:00Z')
  vi.advanceTimersByTime(60_000)
  await expect.poll(() => readPage(site, publicPaths.about)).toContain('© 2026 ')
})

test('the overview has six cards, in the specified order, each leading to its page [T1]', async () => {
  const cards = (await main(publicPaths.services)).matchAll(
    /<h2[^>]*><a href="(\/services\/[^"]+)"[^>]*>([^<]+)/g,
  )
  expect([...cards].map(([, href = '', title]) => [title, href])).toEqual([
    ['Housing Consultant', '/services/housing-consultant'],
    ['Housing Transition', '/services/housing-transition'],
    ['Housing Sustaining', '/services/housing-sustaining'],
    ['Moving Assistance', '/services/moving-assistance'],
    ['Housing Support Supplement', '/services/housing-support-supplement'],
    ['Additional Services', '/services/additional-services'],
  ])
})

test.each(serviceKeys.map(servicePath))('%s offers the one form of that service [T2]', async (path) => {
  const html = await main(path)
  const form = forms.find(({ service }) => service === path)
  expect(html.match(/Download PDF/g)).toHaveLength(1)
  expect(html).toContain(`href="${formFilePath(form?.path ?? '')}"`)
  expect(textOf(html)).toContain(form?.title ?? 'no form')
})

test('additional services has exactly the specified headings, form and button, and a described picture [T36]', async () => {
  const html = await main(publicPaths.additionalServices)
  const headings = [...html.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, heading = '']) => textOf(heading))
  for (const heading of ['Case Manager / Mental Health support', 'Case Management Services'])
    expect(headings).toContain(heading)
  expect(textOf(html)).toContain('Advocacy Service Form')
  expect(textOf(html)).toContain('Download PDF')
  expect(html).toMatch(/<svg[^>]*role="img"[^>]*aria-label="[^"]{20,}"/)
})

test('additional services says who gets case management, what is offered alone, and where else we refer to [T37]', async () => {
  const text = textOf(await main(publicPaths.additionalServices))
  expect(text).toMatch(
    /consultation, transitional or sustaining services\?.*case management and mental health/,
  )
  expect(text).toMatch(/moving assistance or the housing support supplement on its own/)
  expect(text).toContain('trusted professionals and community organizations')
})

test('about has a described picture and says what we do and do not do [T32]', async () => {
  const html = await main(publicPaths.about)
  expect(html).toMatch(/<svg[^>]*role="img"[^>]*aria-label="[^"]{20,}"/)
  expect(textOf(html)).toContain('Housing stabilization means help with getting a home and staying in it.')
  expect(textOf(html)).toContain('We do not promise that a public program will pay for our help.')
})

test('no page says that a public program pays', async () => {
  for (const path of [...serviceKeys.map(servicePath), publicPaths.services, publicPaths.about])
    expect(textOf(await main(path))).not.toMatch(/Medicaid|Medical Assistance|\bfree of charge\b|covered by/i)
})

describe('the documents that the portal starts in', () => {
  test.each([...Object.values(signInPaths), ...Object.values(areaPaths)])(
    '%s is kept out of search engines and names the organization',
    async (path) => {
      const html = await readPage(app, path)
      expect(html).toContain('<meta name="robots" content="noindex"/>')
      expect(html).toContain('<meta name="organization" content="Stable Housing Relocation"/>')
      expect(html).toMatch(/<title>[^<]+ – Stable Housing Relocation<\/title>/)
      expect(html).toMatch(/<noscript>.*JavaScript.*<\/noscript>.*<div id="portal"/s)
      expect(html).toMatch(/<script type="module" src="\/assets\/(areas|sign-in)-[^"]+\.js"/)
      expect(html).not.toContain('rel="canonical"')
      // Page translators leave out the portal's element only.
      expect(html.match(/<[^>]* translate="no"[^>]*>/g)).toEqual(['<div id="portal" translate="no">'])
      expect(home).not.toContain('translate="no"')
    },
  )

  test('the sign-in page has the public header and footer, the areas draw their own', async () => {
    const login = await readPage(app, signInPaths.login)
    expect(login).toContain('<header class="masthead')
    expect(login).toContain('<footer')
    expect(await readPage(app, areaPaths.admin)).not.toMatch(/<header|<footer/)
  })
})

function linksIn(html: string): string[][] {
  return [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/gs)].map(([, href = '', inside = '']) => [
    href,
    inside.replace(/<[^>]+>/g, ''),
  ])
}
