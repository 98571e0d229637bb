import type { Page } from '@playwright/test'

/** Later stops are only further rows of a list. */
const maxStops = 30

/** The tab stops of a page that are off the screen or covered when they have focus (WCAG 2.4.7, 2.4.11). */
export async function focusOutOfSight(page: Page): Promise<string[]> {
  const hidden: string[] = []
  const first = await nextStop(page)
  for (let stop = first, stops = 0; stop && stops < maxStops; stops += 1) {
    if (!stop.inSight) hidden.push(`has focus out of sight: ${stop.name}`)
    stop = await nextStop(page)
    if (stop?.id === first?.id) break
  }
  return hidden
}

async function nextStop(page: Page) {
  await page.keyboard.press('Tab')
  return await page.evaluate(readFocusedStop)
}

/** In the page: what has focus, and whether any of it is seen. */
export function readFocusedStop() {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return null
  focused.dataset.stop ??= `${document.querySelectorAll('[data-stop]').length}`
  const points = [...focused.getClientRects()].flatMap(({ left, right, top, bottom }) => {
    const [from, to] = [Math.max(top, 0) + 1, Math.min(bottom, innerHeight) - 1]
    const across = [left + 2, (left + right) / 2, right - 2]
    return across.flatMap((x) => [from, (from + to) / 2, to].map((y) => [x, y] as const))
  })
  const inSight = points.some(([x, y]) => {
    const seen = document.elementFromPoint(x, y)
    return seen !== null && (focused.contains(seen) || seen.contains(focused))
  })
  const name = `${focused.getAttribute('aria-label') ?? focused.textContent} (${focused.tagName})`
  return { id: focused.dataset.stop, name: name.slice(0, 80), inSight }
}
