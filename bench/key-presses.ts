import type { Browser, Page } from '@playwright/test'
import { screenPath } from '#contract/paths.ts'
import { post, sendJson } from './http.ts'
import type { Product } from './product.ts'

export const keyPressesName = 'key press to new rows'

/** Milliseconds, ascending: from each key press in the search of the client list to the new rows on the screen. */
export type KeyPresses = number[]

/** How many names are typed, and the longest wait for rows, in milliseconds: a letter may change none. */
const namesTyped = 4
const longestWait = 1_000

declare global {
  interface Window {
    /** What was waited for so far. */
    waits: number[]
  }
}

/** Types names into the search of the list, in a browser on this machine, a letter at a time. */
export async function pressKeys({ url, account }: Product, browser: Browser): Promise<KeyPresses> {
  const [token = ''] = account.tokens
  const { items } = await sendJson<{ items: { lastName: string }[] }>(
    url,
    post('/api/clients/search', { search: 'an', limit: 200 }, { authorization: `Bearer ${token}` }),
  )
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.addInitScript(
    ([stored, email]) => {
      for (const [key, value] of Object.entries({ token: stored, email, role: 'super-admin' }))
        localStorage.setItem(key, value)
    },
    [token, account.email] as const,
  )
  await page.goto(`${url}${screenPath('admin', 'clients')}`)
  await page.locator('tbody tr').first().waitFor()
  await watchRows(page)
  const step = Math.max(Math.floor(items.length / namesTyped), 1)
  for (const { lastName } of items.filter((_, place) => place % step === 0).slice(0, namesTyped)) {
    await page.getByRole('searchbox').fill('')
    await page.waitForTimeout(longestWait)
    for (const letter of lastName) await pressKey(page, letter)
  }
  // On a slow machine the last rows are still to come.
  await page.waitForFunction(() => window.waits.length > 0)
  const waits = await page.evaluate(() => window.waits)
  await page.close()
  return waits.toSorted((one, other) => one - other)
}

async function pressKey(page: Page, letter: string): Promise<void> {
  const before = await page.evaluate(() => window.waits.length)
  await page.getByRole('searchbox').press(letter)
  await page
    .waitForFunction((known) => window.waits.length > known, before, { timeout: longestWait })
    .catch(() => undefined)
}

/** From a key to the next frame with other rows. */
function watchRows(page: Page): Promise<void> {
  return page.evaluate(() => {
    let pressedAt: number | undefined
    window.waits = []
    addEventListener(
      'keydown',
      () => {
        pressedAt = performance.now()
      },
      true,
    )
    const isOfRows = ({ target }: MutationRecord) =>
      Boolean((target instanceof Element ? target : target.parentElement)?.closest('table'))
    new MutationObserver((changes) => {
      if (pressedAt === undefined || !changes.some(isOfRows)) return
      const since = pressedAt
      pressedAt = undefined
      requestAnimationFrame(() => window.waits.push(performance.now() - since))
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  })
}
