import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { openBrowser } from '#commands/browser.ts'
import { tell } from '#commands/install.mjs'
import { screenPath } from '#contract/paths.ts'
import { storageKeys } from '#contract/session/storage.ts'
import type { Product } from './product.ts'

/* `npm run bench -- --browser` */

/** Milliseconds from Ready until the server counts as at rest. */
const restAfter = 60_000

/** Those that come first, before the browser and the server have compiled their code, don't count. */
const warmUp = 10

/** Measures the starts on the existing data, the server's memory, and what a signed-in person waits for. */
export async function measureBrowser(product: Product, starts: number, cleanup: AsyncDisposableStack) {
  const started: Awaited<ReturnType<Product['restart']>>[] = []
  while (started.length < starts) started.push(await product.restart())
  await pause(restAfter)
  const memory = residentMegabytes(started.at(-1)?.pid)
  const page = await openList(product, cleanup)
  return {
    'a key in the search: milliseconds to the new rows': await typeNames(page, product),
    'a click on a client: milliseconds to the facts and the notes': await openClients(page),
    '`npm start`: milliseconds to Ready': started.map(({ time }) => time),
    'the server a minute later: megabytes': [memory],
  }
}

function residentMegabytes(pid = 0): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/** The client list, as a super-admin of the product sees it. */
async function openList({ origin, tokens: [token = ''] }: Product, cleanup: AsyncDisposableStack) {
  const browser = await openBrowser(cleanup, tell)
  const { role, email } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  const stored = { [storageKeys.cookieConsent]: 'essential', token, role, email }
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }))
  const page = await browser.newPage({
    baseURL: origin,
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
    viewport: { width: 1280, height: 800 },
  })
  await page.goto(screenPath('admin', 'clients'))
  await page.locator('.client-name').first().waitFor()
  // The code of the daily screens is loaded ahead.
  await page.waitForTimeout(3_000)
  return page
}

/** Types the beginnings of names, each a letter at a time. What was searched for before is known, and doesn't count. */
async function typeNames(page: Page, { superuser, clearLimits }: Product): Promise<number[]> {
  const { rows: names } = await superuser.query<{ part: string }>(
    "SELECT left(sort_last, 4) AS part FROM clients WHERE sort_last ~ '^[a-z]{4}' GROUP BY 1 ORDER BY md5(left(sort_last, 4)) LIMIT 40",
  )
  const box = page.getByRole('searchbox').first()
  const [searched, times] = [new Set<string>(), [] as number[]]
  for (const { part } of names) {
    await clearLimits()
    await box.fill('')
    for (const length of [1, 2, 3, 4]) {
      const text = part.slice(0, length)
      await page.waitForTimeout(150)
      if (searched.has(text)) await box.fill(text)
      else
        times.push(await timeOf(page, 'keydown', '.client-list', () => page.keyboard.press(text.slice(-1))))
      searched.add(text)
    }
  }
  return times.slice(warmUp)
}

/** Opens each client of the first page. */
async function openClients(page: Page): Promise<number[]> {
  const times: number[] = []
  const links = page.locator('.client-name')
  await page.goto(screenPath('admin', 'clients'))
  await links.first().waitFor()
  for (let index = 0; index < (await links.count()); index += 1) {
    await page.waitForTimeout(300)
    const note = '.client-details:has(.client-facts) .notes-columns > :is(:has(> .note-list), p)'
    times.push(await timeOf(page, 'click', note, () => links.nth(index).click()))
    await page.goBack()
    await links.first().waitFor()
  }
  return times.slice(warmUp)
}

/** The milliseconds from the event to the frame that shows that element and no older rows. */
async function timeOf(page: Page, event: 'keydown' | 'click', selector: string, act: () => Promise<void>) {
  const waiting = await page.evaluateHandle(
    ([event = '', selector = '']) => {
      const { promise: shown, resolve } = Promise.withResolvers<number>()
      const begin = ({ timeStamp }: Event) => {
        const observer = new MutationObserver(() => {
          if (!document.querySelector(selector) || document.querySelector('[aria-busy="true"]')) return
          observer.disconnect()
          // Behind the frame that is drawn next.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)))
        })
        observer.observe(document, { subtree: true, childList: true, attributeFilter: ['aria-busy'] })
      }
      addEventListener(event, begin, { once: true, capture: true })
      return { shown }
    },
    [event, selector],
  )
  await act()
  return await waiting.evaluate(({ shown }) => shown)
}
