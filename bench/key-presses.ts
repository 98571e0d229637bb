import { chromium, type Page } from '@playwright/test'
import { findBrowser } from '#commands/browser.ts'
import { tell } from '#commands/install.mjs'
import { screenPath, signInPaths } from '#contract/paths.ts'
import { ascending, quantile } from './measure.ts'
import type { Product } from './product.ts'

const words = 'maria hassan johns bell abdi anders smith nguy mohamed garcia yang'.split(' ')

/** Milliseconds. A slow typist: each letter shows its own rows. */
const betweenKeys = 600

const clicks = 20

/** How many times slower than this machine's the processor is. */
const slownesses = [1, 4]

/**
 * Milliseconds from a key press in the search box of the client list to the frame that shows the new rows, and from a click
 * on a client's name to the frame that shows the client. Returns lines of a table; undefined without a browser.
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
    const devTools = await page.context().newCDPSession(page)
    const lines: string[][] = []
    for (const rate of slownesses) {
      await devTools.send('Emulation.setCPUThrottlingRate', { rate })
      const speed = rate === 1 ? '' : `, processor ${rate} times slower`
      lines.push(lineOf(`key press to new rows${speed}`, await timesOfKeys(page)))
      lines.push(lineOf(`click to a client's page${speed}`, await timesOfClicks(page)))
    }
    return [['in a browser', 'times', 'p50', 'p95', 'longest'], ...lines]
  } finally {
    await browser.close()
  }
}

function lineOf(name: string, times: number[]): string[] {
  const sorted = ascending(times)
  return [name, `${sorted.length}`, ...[0.5, 0.95, 1].map((share) => quantile(sorted, share).toFixed(0))]
}

/** Times from each such event to the frame that shows other contents of those elements, while `act` is done. */
async function timesTo(page: Page, event: 'keydown' | 'click', shown: string, act: () => Promise<void>) {
  const measuring = await page.evaluateHandle(
    ({ event, shown }) => {
      const times: number[] = []
      const content = () => [...document.querySelectorAll(shown)].map(({ textContent }) => textContent).join()
      let begun = 0
      let before = content()
      let isTyped = false
      const begin = () => {
        begun = performance.now()
        before = content()
        isTyped = true
      }
      // When the box is emptied without a key, a last letter that changed no rows must not count until then.
      const input = () => {
        if (!isTyped) begun = 0
        isTyped = false
      }
      addEventListener(event, begin, { capture: true })
      addEventListener('input', input, { capture: true })
      const observer = new MutationObserver(() => {
        if (begun === 0 || content() === before || content() === '') return
        const from = begun
        begun = 0
        // The second callback comes after the frame was drawn.
        requestAnimationFrame(() => requestAnimationFrame(() => times.push(performance.now() - from)))
      })
      observer.observe(document.body, { childList: true, subtree: true, characterData: true })
      const stop = () => {
        observer.disconnect()
        removeEventListener(event, begin, { capture: true })
        removeEventListener('input', input, { capture: true })
      }
      return { times, stop }
    },
    { event, shown },
  )
  await act()
  return await measuring.evaluate(({ times, stop }) => {
    stop()
    return times
  })
}

const timesOfKeys = (page: Page) =>
  timesTo(page, 'keydown', 'tbody, .list-count', async () => {
    const box = page.getByRole('searchbox')
    for (const word of words) {
      await box.fill('')
      await page.waitForTimeout(betweenKeys)
      await box.pressSequentially(word, { delay: betweenKeys })
      await page.waitForTimeout(betweenKeys)
    }
    await box.fill('')
    await page.waitForTimeout(betweenKeys)
  })

const timesOfClicks = (page: Page) =>
  timesTo(page, 'click', '.client-details', async () => {
    for (let row = 0; row < clicks; row += 1) {
      await page.locator('tbody tr').nth(row).getByRole('link').first().click()
      await page.locator('.client-details').waitFor()
      await page.waitForTimeout(betweenKeys)
      await page.goBack()
      await page.locator('tbody tr').nth(clicks).waitFor()
    }
  })
