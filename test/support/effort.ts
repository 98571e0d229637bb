import { expect, type Locator, type Page } from '@playwright/test'

/** Counts the clicks and keys that a task takes, apart from typed text. */
export function countEffort(page: Page) {
  const spent = { clicks: 0, keys: 0 }

  async function press(key: string): Promise<void> {
    await page.keyboard.press(key)
    spent.keys += 1
  }

  return {
    press,
    async click(target: Locator): Promise<void> {
      await target.click()
      spent.clicks += 1
    },
    async tabTo(target: Locator): Promise<void> {
      await target.waitFor()
      spent.keys += await tabTo(page, target)
    },
    /** Types text into the focused field, which does not count. */
    async write(text: string): Promise<void> {
      await page.keyboard.type(text)
    },
    /** Returns the cost of the task and starts counting for the next one. */
    cost() {
      const cost = { ...spent }
      spent.clicks = 0
      spent.keys = 0
      return cost
    },
  }
}

/** Presses Tab until the target has focus. Returns the number of stops. */
export async function tabTo(page: Page, target: Locator, maxStops = 60): Promise<number> {
  for (let stops = 1; stops <= maxStops; stops += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return stops
  }
  await expect(target, `within ${maxStops} stops`).toBeFocused()
  return maxStops
}
