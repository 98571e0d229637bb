import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { createPageServer } from '#commands/dev/page-server.ts'
import { freePort } from '#commands/free-port.ts'
import { readConfig } from '#server/config.ts'
import { lookAs, violations } from '#test/support/accessibility.ts'
import { forcedColorsProblems, overflowing } from '#test/support/layout-checks.ts'
import { root } from '#test/support/source-tree.ts'

/* The components as `npm run dev` shows them at /ui, in every state. */

const test = base.extend<{ pageProblems: string[] }, { url: string }>({
  url: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the destructuring
    async ({}, use) => {
      const port = await freePort()
      const config = readConfig({ PORT: `${port}` }, root)
      // No API runs at this port: the page needs none.
      const server = await createPageServer({ config, apiPort: await freePort() })
      await server.listen()
      await use(config.publicUrl)
      await server.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ url }, use) => use(url),
  pageProblems: [
    async ({ page }, use) => {
      const pageProblems: string[] = []
      page.on('pageerror', (error) => pageProblems.push(error.message))
      page.on('console', (message) => message.type() === 'error' && pageProblems.push(message.text()))
      await use(pageProblems)
      expect(pageProblems).toEqual([])
    },
    { auto: true },
  ],
})

test.beforeEach(async ({ page }) => {
  await page.goto('/ui')
  await page.getByRole('heading', { name: 'Frame', exact: true }).waitFor()
})

const named = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('every component meets WCAG 2.2 AA, and no control is printed', async ({ page }) => {
  await named(page, 'Toast: warning').click()
  await named(page, 'Rosa Lindqvist').click()
  await expect(page.getByRole('link', { name: 'My account' })).toBeVisible()
  for (const look of ['smallAndDark', 'wide'] as const) {
    await lookAs(page, look)
    const problems = [...(await violations(page)), ...(await page.evaluate(overflowing))]
    expect(problems, `${look}, with a toast and an open menu`).toEqual([])
  }
  await page.emulateMedia({ media: 'print' })
  const pressable = await page
    .locator('button, .button, nav a, .toast, .skip-link')
    .evaluateAll((all) =>
      all.filter((element) => element.checkVisibility()).map(({ outerHTML }) => outerHTML),
    )
  expect(pressable, 'on paper').toEqual([])
})

test('the page shows every color token and every component', async ({ page }) => {
  const sheets = ['tokens.css', 'tones.css', 'controls.css'].map((name) =>
    readFileSync(join(root, 'src/ui', name), 'utf8'),
  )
  const tokens = sheets.join('').match(/--(color|tone)-[\w-]+(?=:)/g)
  for (const token of new Set(tokens)) await expect(page.getByText(token, { exact: true })).toHaveCount(1)
  const files = readFileSync(join(root, 'src/ui/README.md'), 'utf8').match(/(?<=\| `)[\w-]+\.tsx(?=` \|)/g)
  const specimens = await page.locator('.kit-specimen-top code').allTextContents()
  expect(new Set(files).difference(new Set([...specimens, 'anchor.tsx']))).toEqual(new Set())
})

test('in forced colors every control has a border, and a ring when focused', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await page.evaluate(forcedColorsProblems)).toEqual([])

  // After a key press, `focus()` shows the focus ring.
  await page.keyboard.press('Tab')
  const ringless = await page
    .locator('a[href], button, input, select, textarea, summary')
    .evaluateAll((all) => {
      const background = getComputedStyle(document.documentElement).backgroundColor
      const hasRing = (element: Element) => {
        if (element instanceof HTMLElement) element.focus()
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && outlineColor !== background
      }
      const usable = all.filter(
        (element) => element.checkVisibility() && !element.matches(':disabled, [tabindex="-1"]'),
      )
      return usable.filter((element) => !hasRing(element)).map(({ outerHTML }) => outerHTML)
    })
  expect(ringless).toEqual([])
})
