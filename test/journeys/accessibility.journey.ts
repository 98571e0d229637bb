import type { Locator, Page } from '@playwright/test'
import { formPaths, publicPaths, screenPath, signInPaths } from '#contract/paths.ts'
import { expectAccessible, twoLooks } from '#test/support/accessibility.ts'
import { expect, openAs, searchList, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'

/** Colors that are still on their way from one scheme to the other are not judged. */
test.use({ contextOptions: { reducedMotion: 'reduce' } })

async function lookAt(page: Page, path: string, looks?: typeof twoLooks): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expectAccessible(page, path, looks && { looks })
}

/** How many lines the words of an element take. */
function linesOf(words: Locator): Promise<number> {
  return words.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(
      element.querySelector('.button-label')?.lastChild ?? element.lastChild ?? element,
    )
    return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size
  })
}

const { login, forgotPassword, setPassword } = signInPaths
const { home, services, housingTransition, cookies } = publicPaths
const { movingAssistance } = formPaths

for (const path of [home, services, housingTransition, cookies, movingAssistance]) {
  test(`${path} breaks no rule of WCAG 2.2 AA and never scrolls sideways`, async ({ page }) => {
    await lookAt(page, path)
  })
}

test('nor does any other public page, nor one around signing in', async ({ page }) => {
  const { accessibility, about, additionalServices, privacy, terms } = publicPaths
  const { advocacyService } = formPaths
  const others = [accessibility, about, additionalServices, privacy, terms, advocacyService]
  for (const path of [...others, login, forgotPassword, `${setPassword}?token=x`])
    await lookAt(page, path, twoLooks)
})

test('the portal’s screens break no rule of WCAG 2.2 AA and never scroll sideways', async ({
  page,
  staffed,
}) => {
  const { api, token } = staffed
  const long = {
    ...hodan,
    firstName: 'Pa Houa Maiv Nkauj Ntxhi',
    lastName: 'Vang-Thao-Xiong-Lee-Her-Moua',
    status: undefined,
  }
  const { body: client } = await api.send('POST', '/clients', token, long)
  await api.send('POST', `/clients/${client.id}/notes`, token, {
    text: 'A long word: '.concat('x'.repeat(300)),
  })
  await openAs(page, await staffed.employ('manager'), screenPath('manager', 'profile'))
  await lookAt(page, screenPath('manager', 'clients'))
  await lookAt(page, screenPath('manager', 'clientNotes', client.id))
  for (const path of [
    screenPath('manager', 'dashboard'),
    screenPath('manager', 'addClient'),
    screenPath('manager', 'clientDetails', client.id),
    screenPath('manager', 'profile'),
    screenPath('manager', 'resources'),
  ])
    await lookAt(page, path, twoLooks)
})

test('a name without end leaves buttons and phone numbers whole', async ({ page, staffed }) => {
  const { api, token } = staffed
  const lastName = `Aa${'x'.repeat(70)}`
  await api.send('POST', '/clients', token, { ...hodan, lastName })
  await openAs(page, await staffed.employ('manager'), screenPath('manager', 'clients'))
  await searchList(page, lastName)
  const row = page.getByRole('row').filter({ hasText: lastName })
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const phone = row.getByRole('link', { name: '(612) 555-0142' })
    await expect(phone).toHaveAttribute('href', 'tel:6125550142')
    for (const words of [phone, row.getByRole('link', { name: 'Notes' })])
      expect(await linesOf(words), `${width} px`).toBe(1)
  }
})

test('the menu of a phone opens above its button and can be closed by its own', async ({ page, staffed }) => {
  await page.setViewportSize({ width: 375, height: 667 })
  await openAs(page, await staffed.employ('super-admin'), screenPath('admin', 'dashboard'))
  const open = page.getByRole('button', { name: 'Menu' })
  const place = await open.boundingBox()
  await open.click()
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  const last = await links.last().boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(place?.y ?? 0)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(links.first()).toBeHidden()
  await expect(open).toBeFocused()
})

test('the admin layout breaks no rule of WCAG 2.2 AA and never scrolls sideways', async ({
  page,
  staffed,
}) => {
  await openAs(page, await staffed.employ('super-admin'), screenPath('admin', 'profile'))
  await lookAt(page, screenPath('admin', 'dashboard'))
  await lookAt(page, screenPath('admin', 'clients'))
})

test('a keyboard alone reaches the main part, adds a note, and opens and leaves the profile menu', async ({
  page,
  staffed,
}) => {
  const { body: client } = await staffed.api.send('POST', '/clients', staffed.token, hodan)
  await openAs(page, await staffed.employ('manager'), screenPath('manager', 'clientNotes', client.id))
  await page.getByLabel('New Weekly Note').waitFor()
  await page.getByLabel('New Weekly Note').focus()
  await page.keyboard.type('Typed without a mouse.')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Add Note' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Typed without a mouse.').first()).toBeVisible()

  const profile = page.getByRole('button', { name: /profile/i })
  await profile.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'My Account' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'My Account' })).toBeHidden()
  await expect(profile).toBeFocused()

  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /skip/i })).toBeFocused()
})

test('where one word stands on several buttons, each says which of them it is', async ({
  page,
  context,
  staffed,
}) => {
  const { api, token } = staffed
  const lastName = `Twin${Date.now()}`
  for (const firstName of ['Ayan', 'Idil']) {
    await api.send('POST', '/clients', token, { ...hodan, firstName, lastName })
    const message = { name: `${firstName} ${lastName}`, email: hodan.email, message: 'Please call.' }
    await api.send('POST', '/contact', undefined, message)
  }
  await openAs(page, 'admin@example.org', screenPath('admin', 'profile'))
  const reader = await context.newCDPSession(page)
  for (const [path, word] of [
    [screenPath('admin', 'clients'), 'Edit Info'],
    [screenPath('admin', 'contactMessages'), 'Make client'],
    [screenPath('admin', 'training'), 'Mark as done'],
  ] as const) {
    await page.goto(path)
    await expect.poll(() => page.getByRole('button', { name: word }).count()).toBeGreaterThan(1)
    const { nodes } = await reader.send('Accessibility.getFullAXTree')
    const said = nodes
      .filter(({ ignored, role }) => !ignored && role?.value === 'button')
      .map(({ name, description }) => `${name?.value}, ${description?.value ?? ''}`)
      // The browser's own, in a date field.
      .filter((words) => !words.startsWith('Show date picker'))
    expect(
      said.filter((one, at) => said.indexOf(one) !== at),
      path,
    ).toEqual([])
  }
})
