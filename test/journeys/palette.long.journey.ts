import { screenPath } from '#contract/paths.ts'
import { lookAs, violations } from '#test/support/accessibility.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'

test('the palette meets WCAG 2.2 AA [T123]', async ({ browser, baseURL, backend }) => {
  const context = await browser.newContext({ baseURL, hasTouch: true })
  const page = await context.newPage()
  const long = { firstName: 'Pa Houa Maiv Nkauj Ntxhi', lastName: 'Vang-Thao-Xiong-Lee-Her-Moua' }
  await backend.api.send('POST', '/clients', backend.token, { ...hodan, ...long })
  const palette = page.getByRole('dialog', { name: 'Search', exact: true })
  await openAs(page, await backend.employ('super-admin'), screenPath('admin', 'dashboard'))
  await page.getByText(/^Total Clients: /).waitFor()
  for (const look of ['smallAndDark', 'wide'] as const) {
    await lookAs(page, look)
    const open = page.getByRole('button', { name: /^Search/ })
    await open.click()
    for (const [typed, words] of [
      ['', ''],
      ['vang-thao', 'client'],
      ['zzzzz', 'Nothing found'],
    ] as const) {
      await palette.getByRole('combobox').fill(typed)
      await expect(palette.locator('.palette-status')).toContainText(words)
      expect(await violations(page), `${look}, “${typed}”`).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, `${look}, “${typed}”`).toBeLessThanOrEqual(0)
    }
    await page.keyboard.press('Escape')
    await expect(open).toBeFocused()
  }
  await context.close()
})
