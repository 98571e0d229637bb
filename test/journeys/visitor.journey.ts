import type { Locator, Page } from '@playwright/test'
import { forms } from '#contract/forms/forms.en.ts'
import { formPaths, publicPaths, signInPaths } from '#contract/paths.ts'
import { expect, test } from '#test/support/journey.ts'
import { tornLines } from '#test/support/torn-lines.ts'

/* The website as somebody uses it who needs a home: a small phone, a slow line, large text, a screen reader. */

const { login, forgotPassword } = signInPaths
const { cookie: _alias, ...ownPages } = publicPaths
const everyPage = [...Object.values(ownPages), ...Object.values(formPaths)]

test.describe('on a small phone in the dark', () => {
  test.use({
    viewport: { width: 320, height: 568 },
    isMobile: true,
    hasTouch: true,
    colorScheme: 'dark',
    contextOptions: { reducedMotion: 'reduce' },
  })

  test('the emergency numbers are one tap away from every page', async ({ page }) => {
    const { home, about, contact, housingTransition, privacy } = publicPaths
    for (const path of [home, about, contact, housingTransition, formPaths.advocacyService, privacy, login]) {
      await page.goto(path)
      const help = page.getByRole('link', { name: 'Help now' })
      await expect(help, path).toBeInViewport({ ratio: 1 })
      await help.tap()
      const numbers = page.locator('section:has(> :target, > div > :target)')
      for (const number of ['911', '988', '211'])
        await expect(numbers.locator(`[href="tel:${number}"]`), `${number} on ${path}`).toBeInViewport({
          ratio: 1,
        })
      // Nothing lies over the one that cannot wait.
      await numbers.locator('[href="tel:911"]').tap({ trial: true })
    }
  })

  test('what a person would say leads to the form in two taps, and little is sent over a slow line', async ({
    page,
    context,
  }) => {
    const line = await context.newCDPSession(page)
    await line.send('Network.enable')
    await line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 300,
      downloadThroughput: 400_000 / 8,
      uploadThroughput: 200_000 / 8,
    })
    let bytes = 0
    line.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    const finger = fingerOn(page)
    await page.goto('/')
    await finger.tap('I am afraid to lose my home')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Housing Sustaining')
    expect(bytes, 'the home page and the service').toBeLessThan(50 * 1024)
    const downloading = page.waitForEvent('download')
    await finger.tap('Download PDF')
    expect((await downloading).suggestedFilename()).toBe('housing-sustaining-form.pdf')
    expect(finger.taps()).toBe(2)
  })

  test('each of the six forms is two taps from the home page, and can be read as a page with one more', async ({
    page,
  }) => {
    const found: string[] = []
    await page.goto(publicPaths.home)
    const needs = await page.getByRole('region', { name: 'What do you need?' }).getByRole('listitem').all()
    for (const said of await Promise.all(needs.map((need) => need.innerText()))) {
      const finger = fingerOn(page)
      await page.goto(publicPaths.home)
      await finger.tap(said)
      const file = page.getByRole('link', { name: 'Download PDF' })
      found.push(`${await file.getAttribute('href')}`)
      await file.tap({ trial: true })
      await finger.tap('Read the form as a page')
      await expect(page.getByRole('heading', { level: 2, name: 'What the form asks' })).toBeVisible()
      expect(finger.taps()).toBe(2)
    }
    expect(found.toSorted()).toEqual(forms.map(({ path }) => `${path}.pdf`).toSorted())
  })

  test('two taps lead from any page to the first field of a message, and the answer is seen and said', async ({
    page,
  }) => {
    await page.addInitScript(() => localStorage.setItem('cookieConsent', 'essential'))
    const finger = fingerOn(page)
    await page.goto(publicPaths.movingAssistance)
    await finger.tap('CONTACT')
    await finger.tap('Write a message')
    expect(finger.taps()).toBe(2)
    const name = page.getByLabel('Name', { exact: true })
    await expect(name).toBeInViewport({ ratio: 1 })
    await name.fill('Amina')
    await page.getByLabel('Email', { exact: true }).fill('amina@example.org')
    await page.getByLabel('Message', { exact: true }).fill('My lease ends in May.')
    await finger.tap('Send message')
    const said = page.getByRole('status').filter({ hasText: 'Message sent successfully!' })
    await expect(said).toBeInViewport({ ratio: 1 })
    expect(finger.taps()).toBe(3)
  })

  test('every page fits and loses nothing with text twice as large and with WCAG 1.4.12 spacing', async ({
    page,
  }) => {
    test.slow(true, 'opens many pages')
    for (const path of [...everyPage, forgotPassword]) {
      await page.goto(path)
      expect(await tornLines(page), path).toEqual([])
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      expect(await sidewaysOrCut(page), `${path}, text twice as large`).toEqual([])
      await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
      // As WCAG 1.4.12 sets them apart.
      await page.evaluate(() => {
        const apart = new CSSStyleSheet()
        apart.replaceSync(
          '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
        )
        document.adoptedStyleSheets.push(apart)
      })
      expect(await sidewaysOrCut(page), `${path}, set apart`).toEqual([])
    }
  })
})

test('a screen reader finds landmarks, headings in order and descriptive links on every page', async ({
  page,
  context,
}) => {
  test.slow(true, 'opens many pages')
  await page.addInitScript(() => localStorage.setItem('cookieConsent', 'essential'))
  const reader = await context.newCDPSession(page)
  for (const path of everyPage) {
    await page.goto(path)
    const { nodes } = await reader.send('Accessibility.getFullAXTree')
    const heard = nodes
      .filter(({ ignored }) => !ignored)
      .map(({ role, name, properties = [] }) => ({
        role: `${role?.value}`,
        name: `${name?.value ?? ''}`,
        level: Number(properties.find((property) => property.name === 'level')?.value.value),
        url: `${properties.find((property) => property.name === 'url')?.value.value}`,
      }))
    const named = (role: string) => heard.filter((one) => one.role === role).map(({ name }) => name)
    for (const landmark of ['banner', 'main', 'contentinfo'])
      expect(named(landmark), `${landmark} of ${path}`).toHaveLength(1)
    for (const role of ['navigation', 'region']) {
      expect(named(role), `every ${role} of ${path} has a name`).not.toContain('')
      expect(new Set(named(role)).size, `each ${role} of ${path} has its own`).toBe(named(role).length)
    }

    const levels = heard.filter(({ role }) => role === 'heading').map(({ level }) => level)
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    const skipped = levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)
    expect(skipped, `headings of ${path}: ${levels}`).toEqual([])

    const targets = new Map<string, string>()
    for (const { name, url } of heard.filter(({ role }) => role === 'link')) {
      expect(name, `a link of ${path} to ${url}`).toMatch(/\w{2}/)
      expect(name).not.toMatch(/^(here|click here|more|read more|link)$/i)
      expect(targets.get(name) ?? url, `"${name}" on ${path} leads to one place`).toBe(url)
      targets.set(name, url)
    }
  }
})

/** Taps what is named so, as one can who sees it, and counts. */
function fingerOn(page: Page) {
  let taps = 0
  return {
    taps: () => taps,
    async tap(name: string): Promise<void> {
      taps += 1
      const target: Locator = page.getByRole('link', { name }).or(page.getByRole('button', { name }))
      await target.first().tap()
    },
  }
}

/** What makes the page scroll sideways, and words that are cut off by the box around them. */
function sidewaysOrCut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { overflowX, overflowY } = getComputedStyle(element)
      const isCut =
        (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) ||
        (overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1)
      return isCut && element.clientWidth > 1 && !element.matches('input, textarea, svg, svg *')
    })
    const sideways = document.documentElement.scrollWidth - document.documentElement.clientWidth
    return [...(sideways > 0 ? [`sideways by ${sideways}`] : []), ...cut.map(({ outerHTML }) => outerHTML)]
  })
}
