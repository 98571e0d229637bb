import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { storageKeys } from '#contract/session/storage.ts'
import type { DemoProduct } from './demo-product.ts'
import type { Screen } from './screen-list.ts'

export interface Variant {
  /** Pixels. */
  width: number
  scheme: 'light' | 'dark'
}

/** Each width light and dark. */
export const variantsOf = (widths: readonly number[]): Variant[] =>
  widths.flatMap((width) => [{ width, scheme: 'light' } as const, { width, scheme: 'dark' } as const])

/** Pixels: longer pages are cut. */
const longestPicture = 2400
const windowHeight = (width: number) => (width < 600 ? 812 : 800)

/** Milliseconds in which charts and frames take their new width, and what glides has arrived. */
const pause = 400

export function pictureName({ name }: Screen, { width, scheme }: Variant): string {
  return `${name}-${width}-${scheme}.webp`
}

export async function photographAll(
  browser: Browser,
  demo: DemoProduct,
  { screens, variants, folder }: { screens: Screen[]; variants: readonly Variant[]; folder: string },
  progress: (done: number) => void,
): Promise<void> {
  for (const [index, screen] of screens.entries()) {
    await seeing(browser, demo, screen, async (page) => {
      for (const variant of variants)
        await keep(join(folder, pictureName(screen, variant)), await photograph(page, variant))
    })
    progress(index + 1)
  }
}

export async function keep(file: string, picture: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, picture)
}

/** Opens a screen as that person, once everything is there, for as long as it is looked at. */
export async function seeing(
  browser: Browser,
  demo: DemoProduct,
  { name, path, role, unasked, pending, before, act }: Screen,
  look: (page: Page) => Promise<void>,
  { scale = 1 } = {},
): Promise<void> {
  const context = await browser.newContext({
    baseURL: demo.url,
    deviceScaleFactor: scale,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'America/Chicago',
  })
  try {
    const stored = {
      ...(!unasked && { [storageKeys.cookieConsent]: 'essential' }),
      ...(role && (await demo.session(role))),
    }
    await context.addInitScript((items) => {
      for (const [key, value] of items) localStorage.setItem(key, value)
    }, Object.entries(stored))
    const page = await context.newPage()
    if (pending) await page.route('**/api/**', () => undefined)
    await before?.(page)
    await page.goto(path)
    await settled(page)
    if (!pending) await page.waitForLoadState('networkidle')
    await act?.(page)
    await look(page)
  } catch (error) {
    throw new Error(`${name} could not be photographed`, { cause: error })
  } finally {
    await context.close()
  }
}

/** The whole page, or what fits the window. */
export async function photograph(
  page: Page,
  { width, scheme }: Variant,
  { whole = true } = {},
): Promise<Buffer> {
  const height = windowHeight(width)
  await page.emulateMedia({ colorScheme: scheme })
  await page.setViewportSize({ width, height })
  await page.waitForTimeout(pause)
  // Another width moved what the dialog had brought into view.
  await page.evaluate(() =>
    document.querySelector('dialog:modal [role="alert"]')?.scrollIntoView({ block: 'nearest' }),
  )
  if (whole) {
    // What lies above the page has its place in the window.
    const full = await page.evaluate(() =>
      document.querySelector('dialog:modal, :popover-open') ? 0 : document.documentElement.scrollHeight,
    )
    await page.setViewportSize({ width, height: Math.min(Math.max(full, height), longestPicture) })
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    await page.waitForTimeout(pause)
  }
  return await capture(page)
}

async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
}

/** WebP, which Playwright itself does not make: a third of the size. */
export async function capture(page: Page): Promise<Buffer> {
  const browserSession = await page.context().newCDPSession(page)
  const { data } = await browserSession.send('Page.captureScreenshot', { format: 'webp', quality: 88 })
  await browserSession.detach()
  return Buffer.from(data, 'base64')
}
