import { screenPath } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { expect, openAs, reloadWithDraft, test } from '#test/support/journey.ts'
import { madeUpSpreadsheet } from '#test/support/made-up-spreadsheet.ts'

const fileOf = (content: string) => ({
  name: 'clients.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(content),
})

test('212 rows with ten faults are imported, and the import is undone [T1446]', async ({ page, backend }) => {
  const { api, token, db } = backend
  const worker = await backend.employ('manager')
  await db
    .updateTable('employees')
    .set({ first_name: 'Nimco', last_name: 'Yusuf' })
    .where('email', '=', worker)
    .execute()
  const countFound = async () =>
    (await api.send('POST', '/clients/search', token, { search: 'mai thao', limit: 1 })).body.total
  // Another journey of this worker may have added such a name.
  const before = await countFound()
  await openAs(page, await backend.employ('super-admin'), screenPath('admin', 'dashboard'))
  await page.getByRole('button', { name: 'Profile' }).click()
  await page.getByRole('link', { name: 'Import clients' }).click()
  const choose = async (content: string) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: /^Choose / }).click()
    await (await chooser).setFiles(fileOf(content))
  }
  await choose(madeUpSpreadsheet())
  await page.getByLabel('Years 27 to 99').selectOption('1927 to 1999')
  await page.getByLabel('“Closed”').selectOption('Discharged')
  await page.getByLabel('“A. Nobody”').selectOption('Leave unassigned')
  await page.getByLabel(/^Enter our office’s phone number/).check()
  await page.getByLabel(/^Rows with the name and birth date/).selectOption('Leave them out')
  await page.getByRole('button', { name: 'Check again' }).click()
  const wrong = page.getByRole('region', { name: 'Wrong rows: 2' })
  await expect(wrong.getByRole('row')).toContainText([/^Row/, /^Row 81.*Email/, /^Row 91.*Phone.*6\.13E\+09/])
  await expect(page.getByText('Correct 2 rows in the spreadsheet.')).toBeVisible()
  await expectAccessible(page, 'the import with questions and wrong rows')

  // The answers outlive the page, and lead back to it.
  await reloadWithDraft(page)
  await expect(page.getByText('Your earlier answers have been restored.')).toBeVisible()
  await page.goto(screenPath('admin', 'dashboard'))
  await page.getByRole('link', { name: 'Unfinished import' }).click()
  await choose(madeUpSpreadsheet({ corrected: true }))
  await expect(page.getByLabel('“Closed”')).toHaveValue('"discharged"')
  await page.getByRole('button', { name: 'Import 211 clients' }).click()
  await expect(page.getByText('Imported 211 clients.')).toBeVisible()
  expect(await countFound()).toBe(before + 211)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Choose a CSV file' })).toBeVisible()
  await expect(page.getByText('Your earlier answers have been restored.')).toHaveCount(0)

  await page.getByRole('button', { name: /^Undo the import/ }).click()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('The import has been undone.')).toBeVisible()
  expect(await countFound()).toBe(before)
})
