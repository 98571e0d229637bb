import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { createPageServer } from '#commands/dev/page-server.ts'
import { freePort } from '#commands/free-port.ts'
import { readConfig } from '#server/config.ts'
import { expectAccessible, twoLooks } from '#test/support/accessibility.ts'
import { whileTimeStands } from '#test/support/journey.ts'
import { root } from '#test/support/source-tree.ts'

/* The building blocks as `npm run dev` shows them at /ui, each in every state. */

const test = base.extend<{ complaints: string[] }, { url: string }>({
  url: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for the destructuring
    async ({}, use) => {
      const port = await freePort()
      const config = readConfig({ PORT: `${port}` }, root)
      // The page needs no API, so that nobody listens there.
      const server = await createPageServer({ config, apiPort: await freePort() })
      await server.listen()
      await use(config.publicUrl)
      await server.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ url }, use) => use(url),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

/** Colors that are still on their way from one scheme to the other are not judged. */
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test.beforeEach(async ({ page }) => {
  await page.goto('/ui')
  await page.getByRole('heading', { name: 'Frame', exact: true }).waitFor()
})

const named = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('every block in every state keeps WCAG 2.2 AA and never scrolls sideways', async ({ page }) => {
  await named(page, 'Send what is wrong').click()
  await named(page, 'Toast: warning').click()
  await named(page, 'Rosa Lindqvist').click()
  await expect(page.getByRole('link', { name: 'My account' })).toBeVisible()
  await expectAccessible(page, 'with errors, a toast and an open menu', { looks: twoLooks })
})

test('so do dialogs', async ({ page }) => {
  await named(page, 'Open a dialog').click()
  await expectAccessible(page, 'with a dialog', { looks: twoLooks, within: 'dialog' })
  await page.keyboard.press('Escape')
  await named(page, 'Delete in vain').click()
  await expectAccessible(page, 'with a question', { looks: twoLooks, within: 'dialog' })
})

test('every color of the tokens, every block and every drawing is shown', async ({ page }) => {
  const tokens = readFileSync(join(root, 'src/ui/tokens.css'), 'utf8').match(/--(color|tone)-[\w-]+(?=:)/g)
  for (const token of new Set(tokens)) await expect(page.getByText(token, { exact: true })).toHaveCount(1)
  const files = readFileSync(join(root, 'src/ui/README.md'), 'utf8').match(/(?<=\| `)[\w-]+\.tsx(?=` \|)/g)
  const shown = await page.locator('.kit-specimen-top code').allTextContents()
  const parts = ['anchor.tsx', 'form-actions.tsx']
  expect(new Set(files).difference(new Set([...shown, ...parts]))).toEqual(new Set())
})

test('the index leads to every specimen', async ({ page }) => {
  const links = await page.getByRole('navigation', { name: 'Blocks' }).getByRole('link').all()
  const addresses = await Promise.all(links.map((link) => link.getAttribute('href')))
  const ids = await page.locator('.kit-specimen').evaluateAll((all) => all.map(({ id }) => `#${id}`))
  expect(addresses).toEqual(ids)
})

test('the arrow keys, Home and End open tabs; Tab goes on to the panel', async ({ page }) => {
  const tab = (name: string) => page.getByRole('tab', { name })
  await tab('Details').focus()
  for (const [key, name] of [
    ['ArrowRight', 'Weekly notes'],
    ['End', 'History'],
    ['ArrowRight', 'Details'],
    ['ArrowLeft', 'History'],
    ['Home', 'Details'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(tab(name)).toBeFocused()
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tabpanel')).toHaveAccessibleName(name)
  }
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tabpanel')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(tab('Details')).toBeFocused()
})

test('a keyboard alone opens, walks and leaves the menu', async ({ page }) => {
  const trigger = named(page, 'Rosa Lindqvist')
  await trigger.focus()
  await page.keyboard.press('Enter')
  await expect(trigger).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('link', { name: 'My account' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(trigger).toBeFocused()
  await expect(trigger).toHaveAttribute('aria-expanded', 'false')
})

test('a dialog holds the focus and gives it back; a question begins with Cancel', async ({ page }) => {
  await named(page, 'Open a dialog').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Place' })).toBeFocused()
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(isOutsideDialog)).toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(named(page, 'Open a dialog')).toBeFocused()

  await named(page, 'Delete a note').focus()
  await page.keyboard.press('Enter')
  await expect(named(page, 'Cancel').and(page.locator('dialog *'))).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(named(page, 'Delete a note')).toBeFocused()
})

/** The browser's own bar (then the page has no focus) belongs to the round. */
function isOutsideDialog(): boolean {
  const here = document.activeElement
  return here !== document.body && here?.closest('dialog') === null
}

test('fields, pages and toasts are worked by keys alone', async ({ page }) => {
  const next = page
    .getByRole('navigation', { name: 'Pages of clients' })
    .getByRole('button', { name: 'Next' })
  await next.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('51–100 of 1,234')).toBeVisible()
  await expect(next).toBeFocused()

  const checkbox = page.getByRole('checkbox', { name: 'Keep me informed' })
  await checkbox.focus()
  await page.keyboard.press('Space')
  await expect(checkbox).toBeChecked()

  const select = page.getByRole('combobox', { name: 'Status', exact: true })
  await select.focus()
  await page.keyboard.press('ArrowDown')
  await expect(select).toHaveValue('active')

  const date = page.getByLabel('Date of birth')
  await date.focus()
  await page.keyboard.type('02291988')
  await expect(date).toHaveValue('1988-02-29')

  const toasts = page.locator('.toast')
  // Or a slow machine would see some of them go by themselves.
  await whileTimeStands(page, async () => {
    await named(page, 'Toast: warning').focus()
    await page.keyboard.press('Enter')
    await named(page, 'Toast: info').focus()
    await page.keyboard.press('Enter')
    await expect(toasts).toHaveCount(2)
    // The same once more: one toast still, but a new one, which a screen reader says again.
    await toasts.evaluateAll((all) => all.map((one) => one.setAttribute('data-seen', '')))
    await page.keyboard.press('Enter')
    await expect(page.locator('.toast:not([data-seen])')).toHaveCount(1)
    await expect(toasts).toHaveCount(2)
    // What went well gives way to anything newer; what did not stays.
    await named(page, 'Toast: success').press('Enter')
    await expect(toasts).toHaveCount(3)
    await named(page, 'Toast: info').press('Enter')
    await expect(toasts).toHaveCount(2)
    await named(page, 'Dismiss message').first().press('Enter')
    const dismiss = named(page, 'Dismiss message')
    await dismiss.focus()
    await page.keyboard.press('Enter')
    await expect(dismiss).toBeHidden()
  })

  await named(page, 'Send what is wrong').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert', { name: 'There is a problem' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Full name')).toBeFocused()
})

test('where the words of a button take two lines, its drawing stays beside the first', async ({ page }) => {
  const button = page.locator('#link-button').getByRole('link', { name: 'Add client' })
  const gap = await button.evaluate((element) => {
    Object.assign(element.style, { width: '7rem', minWidth: '0' })
    const words = document.createRange()
    words.selectNodeContents(element.querySelector('.button-label')?.lastChild ?? element)
    const [first, second] = words.getClientRects()
    const drawing = element.querySelector('.icon')?.getBoundingClientRect()
    return { lines: second ? 2 : 1, between: (first?.left ?? 0) - (drawing?.right ?? 0) }
  })
  expect(gap).toEqual({ lines: 2, between: 8 })
})

test('in forced colors every control keeps its edge and every focus its ring', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const edged = page.locator('.button, .field-control, .menu-trigger, .tabs-tab[aria-selected="true"]')
  const bare = await edged.evaluateAll((all) => {
    const ground = getComputedStyle(document.documentElement).backgroundColor
    const hasEdge = ({
      borderBlockEndStyle,
      borderBlockEndWidth,
      borderBlockEndColor,
    }: CSSStyleDeclaration) =>
      borderBlockEndStyle !== 'none' &&
      Number.parseFloat(borderBlockEndWidth) > 0 &&
      borderBlockEndColor !== ground
    return all.filter((one) => !hasEdge(getComputedStyle(one))).map(({ outerHTML }) => outerHTML)
  })
  expect(bare).toEqual([])

  // After a key, focus set by a script counts as focus from the keyboard.
  await page.keyboard.press('Tab')
  const ringless = await page
    .locator('a[href], button, input, select, textarea, summary')
    .evaluateAll((all) => {
      const ground = getComputedStyle(document.documentElement).backgroundColor
      const hasRing = (one: Element) => {
        if (one instanceof HTMLElement) one.focus()
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one)
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && outlineColor !== ground
      }
      const usable = all.filter((one) => one.checkVisibility() && !one.matches(':disabled, [tabindex="-1"]'))
      return usable.filter((one) => !hasRing(one)).map(({ outerHTML }) => outerHTML)
    })
  expect(ringless).toEqual([])
})

test('the open tab is told from the others in forced colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const edges = await page
    .getByRole('tab')
    .evaluateAll((all) => all.map((tab) => getComputedStyle(tab).borderBlockEndColor))
  expect(edges.filter((edge) => edge === edges[0])).toHaveLength(1)
})

test('whoever asked for less motion sees none', async ({ page }) => {
  await named(page, 'Toast: info').click()
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : 'transition')),
    )
  await expect.poll(moving).toEqual([])
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect.poll(moving).toContain('button-turn')
})

test('on the narrowest phone, too, the words of the pagination stay on one line', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 812 })
  const pagination = page.locator('.pagination').first()
  const buttons = await pagination.locator('.button').all()
  expect(buttons.length).toBeGreaterThan(1)
  for (const button of buttons) expect((await button.boundingBox())?.height).toBeLessThan(50)
})

test('each arrow of the pagination stands on the side it points to', async ({ page }) => {
  const sides = await page.locator('.pagination .button').evaluateAll((buttons) =>
    buttons.map((button) => {
      const words = document.createRange()
      words.selectNodeContents(button.querySelector('.button-label')?.lastChild ?? button)
      const arrow = button.querySelector('.icon')?.getBoundingClientRect()
      const after = (arrow?.left ?? 0) - words.getBoundingClientRect().right
      return `${button.textContent} ${after > 0 ? '>' : '<'}`
    }),
  )
  expect(new Set(sides)).toEqual(new Set(['Previous <', 'Next >']))
})

test('paper shows every panel of the tabs and nothing to press', async ({ page }) => {
  await named(page, 'Toast: info').click()
  await page.emulateMedia({ media: 'print' })
  for (const text of ['Moved into Maple Court', 'Twelve notes', 'Lease, housing plan', 'Five changes'])
    await expect(page.getByText(text)).toBeVisible()
  await expect(page.locator('.tabs-print-title')).toHaveText([
    'Details',
    'Weekly notes',
    'Papers and agreements',
    'History',
  ])
  const pressable = await page
    .locator('button, .button, nav a, .toast, .skip-link')
    .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map(({ outerHTML }) => outerHTML))
  expect(pressable).toEqual([])
})
