import type { Page } from '@playwright/test'
import { failures } from '#contract/failures.ts'

/* What the server could answer as well: that it can't, that it did, that there is none. */

const everyCall = '**/api/**'

export const failing = (page: Page) => refusing('GET', everyCall)(page)

/** Refuses calls of that method alone. */
export const refusing = (method: string, calls = everyCall) => {
  const { status, message } = failures['database-away']
  return (page: Page) =>
    page.route(calls, (route) =>
      route.request().method() === method
        ? route.fulfill({ status, json: { message, code: 'database-away' } })
        : route.fallback(),
    )
}

/** Takes calls of that method without doing anything. */
export const pretending = (method: string, calls: string, json: object = {}, status = 200) => {
  return (page: Page) =>
    page.route(calls, (route) =>
      route.request().method() === method ? route.fulfill({ status, json }) : route.fallback(),
    )
}

/** Every list is empty and every count is zero; a record by itself stays what it is. */
export const emptied = (page: Page) =>
  page.route(everyCall, async (route) => {
    if (route.request().method() !== 'GET') return await route.fallback()
    const response = await route.fetch()
    await route.fulfill({ response, json: withoutEntries(await response.json()) })
  })

function withoutEntries(value: unknown): unknown {
  if (Array.isArray(value)) return []
  if (typeof value === 'number') return 0
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, part]) => [
    key,
    key === 'nextCursor' ? null : withoutEntries(part),
  ])
  return Object.fromEntries(entries)
}
