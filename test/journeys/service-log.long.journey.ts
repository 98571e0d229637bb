import { daysAfter } from '#contract/calendar-date.ts'
import { screenPath } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { countEffort } from '#test/support/effort.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { newOffice } from '#test/support/office.ts'
import { password } from '#test/support/test-password.ts'

/* A month of notes is read, reviewed and added up in the service log. */

test('a month of 106 notes is reviewed in 111 actions, and its totals are one away [T1074]', async ({
  page,
  backend,
}) => {
  test.slow()
  const { nadia, client } = await newOffice(backend)
  const { api, employ } = backend
  const { body: session } = await api.send('POST', '/auth/login', undefined, {
    email: nadia.email,
    password,
  })
  await openAs(page, await employ('manager'), screenPath('manager', 'dashboard'))
  const today = await page.evaluate(() => new Intl.DateTimeFormat('sv-SE').format(new Date()))
  const serviceDate = daysAfter(`${today.slice(0, 7)}-01`, -1)
  for (let note = 1; note <= 106; note++)
    await api.send('POST', `/clients/${client.id}/notes`, session.token, {
      ...{ text: `Visit ${note}.`, serviceDate, minutes: 30, contact: 'phone' },
    })

  const effort = countEffort(page)
  const totals = page.getByRole('table', { name: 'Totals' })
  await effort.click(page.getByRole('link', { name: 'Service log' }))
  await expect(totals.getByRole('row').nth(1)).toContainText('Total')
  expect(effort.cost(), 'this month’s totals').toEqual({ clicks: 1, keys: 0 })

  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await effort.click(page.getByRole('link', { name: 'Service log' }))
  await effort.click(page.getByRole('button', { name: 'Last month' }))
  await page.getByLabel('Author').selectOption(nadia.name)
  await expect(page.getByText(/^106 notes, /)).toBeVisible()
  await expect(totals.getByRole('link', { name: 'Minutes, Total: 3,180' })).toBeVisible()
  const opener = (note: number) => page.getByRole('button', { name: `Visit ${note}.`, exact: true })
  // Out of the box, where J would choose an option.
  await effort.click(page.getByRole('heading', { level: 1 }))
  await effort.press('j')
  for (let note = 106; note >= 1; note--) {
    await expect(opener(note)).toBeFocused()
    await expect(opener(note)).toBeInViewport()
    await effort.press('r')
  }
  await expect(page.getByText('That was the last note.')).toBeVisible()
  await expect(page.getByText('6 of 6 notes on this page reviewed')).toBeVisible()
  // And the author was chosen.
  expect(effort.cost()).toEqual({ clicks: 3, keys: 107 })
  await expect(opener(1)).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page, 'an open note of the service log')

  await page.getByLabel('Signature and review').selectOption('Not reviewed')
  await expect(page.getByText('No notes match')).toBeVisible()
  await page.getByLabel('Totals').selectOption('By author and service')
  await expect(totals.getByRole('row').filter({ hasText: nadia.name })).toContainText('Without a service')
  await expectAccessible(page, 'the totals of the service log')
})
