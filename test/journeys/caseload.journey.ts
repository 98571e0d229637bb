import { screenPath } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { newOffice } from '#test/support/office.ts'

/* Who is responsible for a client, what to know about a person, and the service that a note documents. */

test('an employee takes a client and finds them among their own [T550]', async ({ page, backend }) => {
  const { nadia, client } = await newOffice(backend)
  await openAs(page, nadia.email, screenPath('manager', 'editClient', client.id))
  await page.getByLabel('Worker').selectOption(nadia.name)
  await expect(page.getByLabel('Worker').getByRole('option')).toHaveText(['Unassigned', nadia.name])
  await page.getByText('More about this person').click()
  await page.getByLabel('Preferred name').fill('Hodi')
  await expect(page.getByLabel('Needs an interpreter')).toHaveValue('')
  await page.getByLabel('Safe at Home participant').selectOption('Yes')
  await page.getByLabel('Before making contact').fill('Call after 4 pm.')
  await expectAccessible(page, 'the form with more about a person')
  await page.getByRole('button', { name: 'Update Client' }).click()
  await page.waitForURL(`**${screenPath('manager', 'clients')}`)

  await page.getByLabel('Worker').selectOption('My clients')
  await page.waitForURL('**?worker=me')
  await expect(page.getByText('1 client found')).toBeVisible()
  await page.reload()
  const row = page.getByRole('row').filter({ hasText: client.lastName })
  await expect(row).toContainText(nadia.name)
  await expect(row).toContainText('“Hodi”')

  await row.getByRole('link', { name: 'Notes' }).click()
  await expect(page.getByText('Call after 4 pm.')).toBeVisible()
  await expect(page.getByText(/^Safe at Home: use only the designated address/)).toBeVisible()
  await page.getByRole('link', { name: 'Details', exact: true }).click()
  await expect(page.getByText('Before making contact')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Workers' })).toContainText(nadia.name)
  await expectAccessible(page, 'client details with a banner and workers')
})
