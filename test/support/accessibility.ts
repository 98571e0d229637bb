import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Pixels, and the scheme. */
type Look = readonly [width: number, colorScheme: 'light' | 'dark']

const everyLook: readonly Look[] = [320, 375, 1280].flatMap(
  (width) =>
    [
      [width, 'light'],
      [width, 'dark'],
    ] as const,
)

/** For what is large, or made of what others show in every look: each width and each scheme that differs, once. */
export const twoLooks: readonly Look[] = [
  [320, 'dark'],
  [1280, 'light'],
]

interface Extent {
  looks?: readonly Look[]
  within?: string
  /** Left out, because it is looked at elsewhere. */
  without?: string
}

/** What is shown breaks no rule of WCAG 2.2 AA and never scrolls sideways. From here on the page asks for less motion. */
export async function expectAccessible(
  page: Page,
  state: string,
  { looks = everyLook, within = 'body', without }: Extent = {},
): Promise<void> {
  for (const [width, colorScheme] of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => fadesIn(page)).toBe(0)
    const isOneDocument = without === 'iframe' || page.frames().length === 1
    const axe = new AxeBuilder({ page, ...(isOneDocument && (await knownSource(page))) }).include(within)
    if (without) axe.exclude(without)
    const { violations } = await axe
      // What passes is not collected: on a long page that takes several times as long as to look.
      .options({ runOnly: { type: 'tag', values: rules }, resultTypes: ['violations'] })
      // In one go; the other way, a page more for each look, is for what stands in frames.
      .setLegacyMode(isOneDocument)
      .analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
    expect(found, `${state} at ${width} px, ${colorScheme}`).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${state} scrolls sideways at ${width} px`).toBeLessThanOrEqual(0)
  }
}

/** Colors that are still on their way from one to the other, as from before motion was less, can't be judged. */
function fadesIn(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      document.getAnimations().filter((one) => one instanceof CSSTransition && one.playState === 'running')
        .length,
  )
}

/**
 * A document that was looked at before still has the program, whose half a megabyte would be read anew for each look;
 * it forgets between two runs what it saw.
 */
async function knownSource(page: Page): Promise<{ axeSource?: string }> {
  return (await page.evaluate(() => 'axe' in window)) ? { axeSource: ';' } : {}
}
