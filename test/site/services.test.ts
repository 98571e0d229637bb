import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forms } from '#contract/forms/forms.en.ts'
import { formFilePath, publicPaths } from '#contract/paths.ts'
import { serviceKeys, servicePath } from '#contract/services/service-keys.ts'
import { mainOf, textOf } from './rendered-text.ts'
import { readPage, startWebsite } from './website.ts'

/* The service pages, the overview and the about page as they come, before any script runs. */

let app: FastifyInstance
beforeAll(async () => {
  app = await startWebsite()
})
afterAll(() => app?.close())

const main = async (path: string, site = app) => mainOf(await readPage(site, path))

test('the overview has six cards, in the specified order, each leading to its page', async () => {
  const cards = [
    ...(await main(publicPaths.services)).matchAll(/<h2[^>]*><a href="(\/services\/[^"]+)"[^>]*>([^<]+)/g),
  ].map(([, href = '', title]) => [title, href])
  expect(cards).toEqual([
    ['Housing Consultant', '/services/housing-consultant'],
    ['Housing Transition', '/services/housing-transition'],
    ['Housing Sustaining', '/services/housing-sustaining'],
    ['Moving Assistance', '/services/moving-assistance'],
    ['Housing Support Supplement', '/services/housing-support-supplement'],
    ['Additional Services', '/services/additional-services'],
  ])
  for (const [, href = ''] of cards) expect((await app.inject(href)).statusCode).toBe(200)
})

test('whoever is told to go on with another service gets there from the word', async () => {
  expect(await main(servicePath('housingTransition'))).toMatch(
    /go on with <a href="\/services\/housing-sustaining"[^>]*>Housing Sustaining<\/a>\./,
  )
})

test.each(serviceKeys.map(servicePath))('%s offers the one form of that service', async (path) => {
  const html = await main(path)
  const form = forms.find(({ service }) => service === path)
  expect(html.match(/Download PDF/g)).toHaveLength(1)
  expect(html).toContain(`href="${formFilePath(form?.path ?? '')}"`)
  expect(textOf(html)).toContain(form?.title ?? 'no form')
})

describe('additional services', () => {
  test('has exactly the specified headings, form and button, and a described picture', async () => {
    const html = await main(publicPaths.additionalServices)
    const text = textOf(html)
    const headings = [...html.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, heading = '']) => textOf(heading))
    for (const heading of ['Case Manager / Mental Health support', 'Case Management Services'])
      expect(headings).toContain(heading)
    expect(text).toContain('Advocacy Service Form')
    expect(text).toContain('Download PDF')
    expect(html).toMatch(/<svg[^>]*role="img"[^>]*aria-label="[^"]{20,}"/)
  })

  test('says who gets case management, what stands alone, and where else we refer to', async () => {
    const text = textOf(await main(publicPaths.additionalServices))
    expect(text).toMatch(
      /consultation, transitional or sustaining services\?.*case management and mental health/,
    )
    expect(text).toMatch(/stands by itself, too: moving assistance and the housing support supplement/)
    expect(text).toContain('trusted professionals and community organizations')
  })
})

test('about has a described picture and says what we do and what we don’t', async () => {
  const html = await main(publicPaths.about)
  expect(html).toMatch(/<svg[^>]*role="img"[^>]*aria-label="[^"]{20,}"/)
  expect(textOf(html)).toContain('Housing stabilization means help to get a home and stay in it.')
  expect(textOf(html)).toContain('We do not promise that a public program pays for our help.')
})

describe('a program notice', () => {
  test('of one service stands on its page alone, one of all on every service page', async () => {
    const noticed = await startWebsite({
      programmeNotice: 'One for all.',
      programmeNotices: { housingTransition: 'Only for transition.' },
    })
    for (const path of serviceKeys.map(servicePath)) {
      const text = textOf(await main(path, noticed))
      expect(text).toContain('One for all.')
      expect(text.includes('Only for transition.'), path).toBe(path === publicPaths.housingTransition)
    }
    await noticed.close()
  })

  test('takes no room where the operator has none to give', async () => {
    for (const path of serviceKeys.map(servicePath)) expect(await main(path)).not.toContain('Please note')
  })
})

test('no page says that a public program pays', async () => {
  for (const path of [...serviceKeys.map(servicePath), publicPaths.services, publicPaths.about])
    expect(textOf(await main(path))).not.toMatch(/Medicaid|Medical Assistance|\bfree of charge\b|covered by/i)
})
