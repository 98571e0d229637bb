import { formPaths, publicPaths } from '#contract/paths.ts'
import { storageKeys } from '#contract/session/storage.ts'
import { expect, test } from '#test/support/journey.ts'

test('somebody afraid to lose their home gets from the first page to the form in three steps', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'I am afraid to lose my home' }).click()
  await expect(page).toHaveURL(publicPaths.housingSustaining)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Housing Sustaining')
  await page.getByRole('link', { name: 'Get the form' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download PDF' }).click()
  expect((await downloading).suggestedFilename()).toBe('housing-sustaining-form.pdf')
})

test('from the overview each card leads to its service, and back', async ({ page }) => {
  await page.goto(publicPaths.services)
  const cards = page.getByRole('main').getByRole('listitem').getByRole('link')
  await expect(cards).toHaveCount(6)
  for (const title of await cards.allTextContents()) {
    await page.getByRole('main').getByRole('link', { name: title, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await page.getByRole('link', { name: 'All services' }).click()
    await expect(page).toHaveURL(publicPaths.services)
  }
})

test('the answer about cookies is shown in the cookie policy and can be changed there', async ({ page }) => {
  await page.goto(publicPaths.cookie)
  const choice = page.getByRole('region', { name: 'Your answer now' })
  await expect(choice).toContainText('You have not answered yet.')
  await choice.getByRole('button', { name: 'Essential only' }).click()
  await expect(choice).toContainText('You said: essential only.')
  const stored = () => page.evaluate((key) => localStorage.getItem(key), storageKeys.cookieConsent)
  expect(await stored()).toBe('essential')
  await page.reload()
  await expect(choice).toContainText('You said: essential only.')
  await choice.getByRole('button', { name: 'Accept optional cookies' }).click()
  await expect(choice).toContainText('You said yes')
  expect(await stored()).not.toBe('essential')
})

test('with scripts off every page is whole, and every link and file of the website is there', async ({
  browser,
  baseURL,
  request,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const waiting: string[] = Object.values(publicPaths)
  const seen = new Set(waiting)
  for (const path of waiting) {
    await page.goto(`${baseURL}${path}`)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
    await expect(page.getByRole('main'), path).toContainText(/\w+ \w+/)
    const hrefs = await page
      .locator('a[href^="/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.replace(/#.*/, '') ?? ''))
    for (const href of hrefs) {
      if (seen.has(href)) continue
      seen.add(href)
      expect((await request.get(href, { maxRedirects: 0 })).status(), `${href}, from ${path}`).toBe(200)
      if (!href.endsWith('.pdf')) waiting.push(href)
    }
  }
  expect([...seen].filter((href) => href.endsWith('.pdf'))).toHaveLength(6)
  await context.close()
})

test('on paper a page is its words: no navigation, no buttons, dark ink on white', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const path of [publicPaths.housingTransition, publicPaths.privacy]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(page.getByRole('button')).toHaveCount(0)
    const [ink, paper] = await page.evaluate(() => [
      getComputedStyle(document.querySelector('main section p') ?? document.body).color,
      getComputedStyle(document.body).backgroundColor,
    ])
    const lightness = (color = '') => Math.max(...(color.match(/\d+/g) ?? ['0']).slice(0, 3).map(Number))
    expect(lightness(ink)).toBeLessThan(100)
    expect(paper).toMatch(/rgba\(0, 0, 0, 0\)|rgb\(255, 255, 255\)/)
  }
})

test('on paper nothing is printed over other words, and no framed entry is cut in two', async ({ page }) => {
  await page.emulateMedia({ media: 'print' })
  // A Letter sheet without its margins.
  await page.setViewportSize({ width: 739, height: 980 })
  for (const path of [...Object.values(publicPaths), ...Object.values(formPaths)]) {
    await page.goto(path)
    expect(await page.locator('main *').evaluateAll(carelessOnPaper), path).toEqual([])
  }
})

/**
 * What is kept whole in a grid within a grid: it moves to the next sheet, but what follows does not. And what has a
 * frame around a few lines, but is not kept whole.
 */
function carelessOnPaper(elements: Element[]): string[] {
  const keptWhole = (element: Element) => getComputedStyle(element).breakInside === 'avoid'
  const isFramed = (element: Element) => {
    const { borderTopWidth, borderBottomWidth, borderBottomColor } = getComputedStyle(element)
    return ![borderTopWidth, borderBottomWidth].includes('0px') && borderBottomColor !== 'rgba(0, 0, 0, 0)'
  }
  const isGrid = (element: Element) => getComputedStyle(element).display.endsWith('grid')
  const around = (element: Element): Element[] =>
    element.parentElement?.closest('main *') ? [element.parentElement, ...around(element.parentElement)] : []
  const careless = (element: Element) =>
    keptWhole(element)
      ? around(element).filter(isGrid).length > 1
      : isFramed(element) &&
        element.clientHeight < 200 &&
        ![...around(element), ...element.querySelectorAll('*')].some(keptWhole)
  return elements
    .filter((element) => element.clientHeight > 0 && careless(element))
    .map((element) => element.outerHTML.slice(0, 80))
}

test('however wide the screen, a line holds less than 70 letters in the mean and never more than 80', async ({
  page,
}) => {
  for (const width of [768, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of [...Object.values(publicPaths), ...Object.values(formPaths)]) {
      await page.goto(path)
      const texts = await page.locator('main :is(p, li, dd)').evaluateAll(linesOf)
      expect(
        texts.flat().filter((line) => line.length > 80),
        `${path} at ${width}`,
      ).toEqual([])
      const full = texts.flatMap((lines) => lines.slice(0, -1)).map((line) => line.length)
      const mean = full.reduce((sum, length) => sum + length, 0) / Math.max(1, full.length)
      expect(mean, `${path} at ${width}`).toBeLessThan(70)
    }
  }
})

/** The words of each that stand beside each other. */
function linesOf(blocks: Element[]): string[][] {
  return blocks
    .filter((block) => !block.querySelector('p, li, dd'))
    .map((block) => {
      const lines = new Map<number, string>()
      const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
      const word = document.createRange()
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (const { 0: letters, index } of (text.textContent ?? '').matchAll(/\S+/g)) {
          word.setStart(text, index)
          word.setEnd(text, index + letters.length)
          const { bottom } = word.getBoundingClientRect()
          lines.set(bottom, `${lines.get(bottom) ?? ''} ${letters}`.trim())
        }
      return [...lines.values()]
    })
}

test('no picture of a service fills the screen of a phone on its side', async ({ page }) => {
  await page.goto(publicPaths.services)
  for (const width of [568, 667, 703, 704, 740]) {
    await page.setViewportSize({ width, height: 375 })
    const heights = await page
      .locator('.services-cards .picture')
      .evaluateAll((pictures) => pictures.map((picture) => picture.getBoundingClientRect().height))
    expect(heights).toHaveLength(6)
    expect(Math.max(...heights), `${width} px`).toBeLessThan(300)
  }
})

test('where a call’s words and its number do not fit beside each other, the number has the second line', async ({
  page,
}) => {
  for (const width of [320, 720, 744]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(publicPaths.home)
    const call = page.locator('.site-opening-actions a[href^="tel:"]')
    const lines = await call.locator('.button-label').evaluate((label) => {
      const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT)
      const words = document.createRange()
      words.selectNodeContents(texts.nextNode() ?? label)
      return {
        words: words.toString().trim(),
        tops: new Set([...words.getClientRects()].map(({ top }) => top)).size,
      }
    })
    expect(lines, `${width} px`).toEqual({ words: 'Talk to us', tops: 1 })
  }
})

test('buttons below each other are equally wide, and the last row of cards ends where the first does', async ({
  page,
}) => {
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of [publicPaths.home, publicPaths.housingConsultant, publicPaths.additionalServices]) {
      await page.goto(path)
      for (const buttons of await page.locator('.site-opening-actions').all()) {
        const boxes = await Promise.all(
          (await buttons.getByRole('link').all()).map((link) => link.boundingBox()),
        )
        const [first, second] = boxes
        if (first?.x === second?.x) expect(second?.width, `${path} at ${width}`).toBe(first?.width)
      }
      const ends = await page
        .locator('.services-cards > li')
        .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().right))
      expect(ends.at(-1) ?? 0, `${path} at ${width}`).toBeCloseTo(Math.max(0, ...ends), 0)
    }
  }
})

test('the first lines of the footer’s columns stand on one line, under a finger, too', async ({
  browser,
  baseURL,
}) => {
  for (const hasTouch of [false, true]) {
    const context = await browser.newContext({ viewport: { width: 768, height: 1024 }, hasTouch })
    const page = await context.newPage()
    await page.goto(`${baseURL}${publicPaths.about}`)
    const footer = page.getByRole('contentinfo')
    const [address, number] = await Promise.all([
      footer.locator('.footer-line').first().boundingBox(),
      footer.getByText('Emergency').boundingBox(),
    ])
    expect(number?.y, hasTouch ? 'by touch' : 'by mouse').toBeCloseTo(address?.y ?? 0, 0)
    await context.close()
  }
})
