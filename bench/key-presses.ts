import { chromium } from '@playwright/test'
import { findBrowser } from '#commands/browser.ts'
import { tell } from '#commands/install.mjs'
import { screenPath, signInPaths } from '#contract/paths.ts'
import { ascending, quantile } from './measure.ts'
import type { Product } from './product.ts'

const words = 'maria hassan johns bell abdi anders smith nguy mohamed garcia yang'.split(' ')

/** Milliseconds. A slow typist: each letter shows its own rows. */
const betweenKeys = 600

/**
 * From a key press in the search box of the client list to the frame that shows the new rows, in milliseconds. The pause
 * after which the list is read is included. Returns lines of a table; undefined without a browser.
 */
export async function keyPresses({ url, account }: Product): Promise<string[][] | undefined> {
  const executablePath = await findBrowser(tell)
  if (!executablePath) return undefined
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage({ baseURL: url.href, viewport: { width: 1280, height: 800 } })
    await page.goto(signInPaths.login)
    await page.getByLabel('Email').fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${screenPath('admin', 'dashboard')}`)
    await page.goto(screenPath('admin', 'clients'))
    await page.locator('tbody tr').first().waitFor()
    const times = await page.evaluateHandle(() => {
      const times: number[] = []
      const content = () =>
        [...document.querySelectorAll('tbody, .list-count')].map(({ textContent }) => textContent).join()
      let pressed = 0
      let before = content()
      addEventListener('keydown', () => {
        pressed = performance.now()
      })
      const observer = new MutationObserver(() => {
        if (content() === before) return
        before = content()
        if (pressed === 0) return
        const from = pressed
        pressed = 0
        // The second callback comes after the frame was drawn.
        requestAnimationFrame(() => requestAnimationFrame(() => times.push(performance.now() - from)))
      })
      observer.observe(document.body, { childList: true, subtree: true, characterData: true })
      return times
    })
    const box = page.getByRole('searchbox')
    for (const word of words) {
      await box.fill('')
      await page.waitForTimeout(betweenKeys)
      await box.pressSequentially(word, { delay: betweenKeys })
      await page.waitForTimeout(betweenKeys)
    }
    const sorted = ascending(await times.jsonValue())
    return [
      ['letters that changed the rows', 'p50', 'p95', 'longest'],
      [`${sorted.length}`, ...[0.5, 0.95, 1].map((share) => quantile(sorted, share).toFixed(0))],
    ]
  } finally {
    await browser.close()
  }
}
