import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from '@playwright/test'
import { capture, keep, pictureName, type Variant } from './photograph.ts'
import type { Screen } from './screen-list.ts'

/** More would be higher than a picture can be. */
const rowsOnPicture = 12

/**
 * Shows every picture small, a row for each screen; a click on the page opens it whole. The same in pictures, some rows
 * on each. Answers the page's file.
 */
export async function writeContactSheets(
  browser: Browser,
  folder: string,
  screens: Screen[],
  variants: readonly Variant[],
): Promise<string> {
  const list = join(folder, 'index.html')
  const page = await browser.newPage()
  try {
    for (let first = 0; first < screens.length; first += rowsOnPicture) {
      await writeFile(list, sheet(screens.slice(first, first + rowsOnPicture), variants))
      await page.setViewportSize({ width: 1500, height: 900 })
      await page.goto(pathToFileURL(list).href)
      await page.waitForLoadState('networkidle')
      const [width, height] = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement
        return [scrollWidth, scrollHeight] as const
      })
      await page.setViewportSize({ width, height })
      await keep(join(folder, `contact-sheet-${first / rowsOnPicture + 1}.webp`), await capture(page))
    }
  } finally {
    await page.close()
  }
  await writeFile(list, sheet(screens, variants))
  return list
}

function sheet(screens: Screen[], variants: readonly Variant[]): string {
  const row = (screen: Screen) =>
    `<tr><th>${screen.name}</th>${variants.map((variant) => cell(screen, variant)).join('')}</tr>`
  const cell = (screen: Screen, variant: Variant) => {
    const file = pictureName(screen, variant)
    return `<td><a href="${file}"><img src="${file}" width="${variant.width < 600 ? 170 : 460}" alt=""></a></td>`
  }
  const head = variants.map(({ width, scheme }) => `<th>${width} px, ${scheme}</th>`).join('')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title>
<style>
  body { margin: 24px; font: 14px/1.4 system-ui, sans-serif; background: #8a8f98; color: #fff }
  table { border-spacing: 12px } th { text-align: left; vertical-align: top; font-weight: 600; overflow-wrap: anywhere }
  td { vertical-align: top } a { display: block; max-height: 340px; overflow: hidden; box-shadow: 0 1px 6px #0006 }
  img { display: block }
</style>
<table><thead><tr><th>Screen</th>${head}</tr></thead><tbody>${screens.map(row).join('\n')}</tbody></table></html>`
}
