import { formPaths, publicPaths } from '#contract/paths.ts'
import { storageKeys } from '#contract/session/storage.ts'
import { expect, test } from '#test/support/journey.ts'

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

test('a printed page has no navigation and no buttons, and dark ink on white', async ({ page }) => {
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

test('a printed page has no overlapping words and no framed entry cut in two', async ({ page }) => {
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

test('a line holds less than 70 letters on average and never more than 80 on the widest screens', async ({
  page,
}) => {
  test.slow(true, 'opens many pages')
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
