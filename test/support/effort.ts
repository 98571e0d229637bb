import { expect, type Locator, type Page } from '@playwright/test'

/** More stops than this between two controls is no way to work. */
const mostStops = 60

/** What a job costs a person, apart from what they write: counted, so that a job that grows longer is noticed. */
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
    /** One click opens the list, another one chooses. */
    async choose(list: Locator, option: string): Promise<void> {
      await list.selectOption(option)
      spent.clicks += 2
    },
    async tabTo(target: Locator, key = 'Tab'): Promise<void> {
      await target.waitFor()
      for (let stops = 0; stops < mostStops; stops += 1) {
        await press(key)
        if (await target.evaluate((element) => element === document.activeElement)) return
      }
      await expect(target, `within ${mostStops} stops`).toBeFocused()
    },
    /** What is written counts for nothing, in the field where focus is. */
    async write(text: string): Promise<void> {
      await page.keyboard.type(text)
    },
    /** What the job has cost; the next one begins at nothing. */
    cost() {
      const cost = { ...spent }
      spent.clicks = 0
      spent.keys = 0
      return cost
    },
  }
}
