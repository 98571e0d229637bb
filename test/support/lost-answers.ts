import type { Page } from '@playwright/test'

/** Whatever changes something there arrives, and its answer does not; until `page.unroute(url)`. */
export async function loseAnswers(page: Page, url: string): Promise<void> {
  await page.route(url, async (route) => {
    if (route.request().method() === 'GET') return await route.fallback()
    await route.fetch()
    await route.abort()
  })
}
