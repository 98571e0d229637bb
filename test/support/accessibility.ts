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

/**
 * What is shown breaks no rule of WCAG 2.2 AA and never scrolls sideways. The caller sets `reducedMotion`: colours that
 * are still on their way from one scheme to the other can't be judged.
 */
export async function expectAccessible(
  page: Page,
  state: string,
  { looks = everyLook, within = 'body' }: { looks?: readonly Look[]; within?: string } = {},
): Promise<void> {
  for (const [width, colorScheme] of looks) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    const { violations } = await new AxeBuilder({ page })
      .include(within)
      // What passes is not collected: on a long page that takes several times as long as to look.
      .options({ runOnly: { type: 'tag', values: rules }, resultTypes: ['violations'] })
      // In one go; the other way, a page more for each look, is for what stands in frames.
      .setLegacyMode(page.frames().length === 1)
      .analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)
    expect(found, `${state} at ${width} px, ${colorScheme}`).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${state} scrolls sideways at ${width} px`).toBeLessThanOrEqual(0)
  }
}
