import type { Page } from '@playwright/test'

/** Holds matching requests until the returned function is called. */
export async function holdRequests(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.fallback()
  })
  return resolve
}

/** Sends matching requests other than GET, but drops the responses, until `page.unroute(url)`. */
export async function dropResponses(page: Page, url: string): Promise<void> {
  await page.route(url, async (route) => {
    if (route.request().method() === 'GET') return await route.fallback()
    await route.fetch()
    await route.abort()
  })
}
