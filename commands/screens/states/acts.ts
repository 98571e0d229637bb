import type { Page } from '@playwright/test'

/* What a person does on the way to a state. */

type Act = (page: Page) => Promise<unknown>

export const inOrder =
  (...acts: Act[]): Act =>
  async (page) => {
    for (const act of acts) await act(page)
  }

/** The first button of that name, in the dialog if one is open. */
export const press =
  (name: string): Act =>
  async (page) => {
    const dialog = page.locator('dialog[open]')
    const place = (await dialog.count()) > 0 ? dialog.last() : page
    await place.getByRole('button', { name, exact: true }).first().click()
    // Nothing is drawn as if pointed at.
    await page.mouse.move(0, 0)
  }

/** Types into, or chooses from, the fields with these labels. */
export const fill =
  (values: Record<string, string>): Act =>
  async (page) => {
    for (const [label, value] of Object.entries(values)) {
      const field = page.getByRole('main').or(page.locator('dialog[open]')).getByLabel(label, { exact: true })
      const isChoice = await field.last().evaluate((element) => element instanceof HTMLSelectElement)
      if (isChoice) await field.last().selectOption(value)
      else await field.last().fill(value)
    }
  }

export const installClock: Act = (page) => page.clock.install()

/** Once what was done has come to something: what goes by itself stays. */
export const stopClock: Act = async (page) => {
  await afterwards(page)
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 100))
}

/** A call that failed is made once more: only then is its failure shown. */
export const afterwards: Act = (page) => page.waitForTimeout(1500)
