import type { Page } from '@playwright/test'
import { formPaths, publicPaths, screenPath, signInPaths } from '#contract/paths.ts'
import { expectAccessible, twoLooks } from '#test/support/accessibility.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'

/** Colors that are still on their way from one scheme to the other are not judged. */
test.use({ contextOptions: { reducedMotion: 'reduce' } })

async function lookAt(page: Page, path: string, looks?: typeof twoLooks): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expectAccessible(page, path, looks && { looks })
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
