import type { Page } from '@playwright/test'

/** What a reader stumbles over: telephone numbers that stand on two lines, and lines that begin with a slash. */
export function tornLines(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const torn: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      const found = [...text.data.matchAll(/[\d(][\d() .-]{5,}\d{4}|\S+ \//g)]
      for (const { 0: whole, index } of found) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + whole.length)
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top)
        if (new Set(lines).size > 1) torn.push(whole)
      }
    }
    return torn
  })
}
