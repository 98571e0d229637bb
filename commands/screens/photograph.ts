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

export const variants: readonly Variant[] = [
  { width: 375, scheme: 'light' },
  { width: 375, scheme: 'dark' },
  { width: 1280, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
]

/** Pixels: longer pages are cut. */
const longestPicture = 2400
const windowHeight = { 375: 812, 1280: 800 } as Record<number, number>

export function pictureName({ name }: Screen, { width, scheme }: Variant): string {
  return `${name}-${width}-${scheme}.webp`
}

export async function photographAll(
  browser: Browser,
  demo: DemoProduct,
  screens: Screen[],
  folder: string,
  progress: (done: number) => void,
): Promise<void> {
  for (const [index, screen] of screens.entries()) {
    for (const variant of variants) {
      const picture = await photograph(browser, demo, screen, variant, { whole: true })
      await keep(join(folder, pictureName(screen, variant)), picture)
    }
    progress(index + 1)
  }
}

export async function keep(file: string, picture: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, picture)
}

/** One screen as that person sees it once everything is there; whole, or what fits the window. */
export async function photograph(
  browser: Browser,
  demo: DemoProduct,
  { path, role }: Screen,
  { width, scheme }: Variant,
  { whole }: { whole: boolean },
): Promise<Buffer> {
  const height = windowHeight[width] ?? 800
  const context = await browser.newContext({
    baseURL: demo.url,
    viewport: { width, height },
    deviceScaleFactor: whole ? 1 : 2,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'America/Chicago',
  })
  try {
    await context.addInitScript(
      (items) => {
        for (const [key, value] of items) localStorage.setItem(key, value)
      },
      Object.entries({ [storageKeys.cookieConsent]: 'essential', ...(role && (await demo.session(role))) }),
    )
    const page = await context.newPage()
    await page.goto(path)
    await settled(page)
    if (whole) {
      const full = await page.evaluate(() => document.documentElement.scrollHeight)
      await page.setViewportSize({ width, height: Math.min(Math.max(full, height), longestPicture) })
    }
    return await capture(page)
  } finally {
    await context.close()
  }
}

async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
  await page.waitForLoadState('networkidle')
}

/** WebP, which Playwright itself does not make: a third of the size. */
export async function capture(page: Page): Promise<Buffer> {
  const browserSession = await page.context().newCDPSession(page)
  const { data } = await browserSession.send('Page.captureScreenshot', { format: 'webp', quality: 88 })
  return Buffer.from(data, 'base64')
}
