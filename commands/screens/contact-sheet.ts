import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from '@playwright/test'
import { capture, keep, pictureName, type Variant } from './photograph.ts'
import type { Screen } from './screen-list.ts'

/** Shows every picture small, a row for each screen; a click on the page opens it whole. Answers the sheet's file. */
export async function writeContactSheet(
  browser: Browser,
  folder: string,
  screens: Screen[],
  variants: readonly Variant[],
): Promise<string> {
  const file = join(folder, 'contact-sheet.webp')
  const list = join(folder, 'index.html')
  await writeFile(list, sheet(screens, variants))
  const page = await browser.newPage({ viewport: { width: 1500, height: 900 } })
  try {
    await page.goto(pathToFileURL(list).href)
    await page.waitForLoadState('networkidle')
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width: 1500, height })
    await keep(file, await capture(page))
  } finally {
    await page.close()
  }
  return file
}

function sheet(screens: Screen[], variants: readonly Variant[]): string {
  const row = (screen: Screen) =>
    `<tr><th>${screen.path.replace(/[0-9a-f-]{36}/, '…')}</th>${variants.map((variant) => cell(screen, variant)).join('')}</tr>`
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
