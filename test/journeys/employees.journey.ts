import type { Locator, Page } from '@playwright/test'
import { screenPath } from '#contract/paths.ts'
import { expect, fillInLogin, openAs, reloadWithDraft, searchList, test } from '#test/support/journey.ts'
import { linkMailedTo } from '#test/support/mailed-link.ts'
import { amina } from '#test/support/people.ts'
import { password } from '#test/support/test-password.ts'

const userManagement = screenPath('admin', 'userManagement')
const addEmployee = screenPath('admin', 'addEmployee')

const superAdmin = 'admin@example.org'

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function chooseRole(row: Locator, name: string): Promise<void> {
  await row.getByRole('button', { name: /^Role of/ }).click()
  await row.getByRole('button', { name, exact: true }).click()
}

async function fillInEmployee(page: Page, email: string): Promise<void> {
  await page.getByLabel('First Name').fill(amina.firstName)
  await page.getByLabel('Last Name').fill(amina.lastName)
  await page.getByLabel('Date of Birth').fill(amina.dob)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill(amina.phone)
  await page.getByLabel('Address').fill(amina.address)
}

test('a new employee gets a link and signs in [T62]', async ({ page, backend, browser }) => {
  const email = 'amina.new@example.org'
  await openAs(page, superAdmin, addEmployee)
  const submit = page.getByRole('button', { name: 'Create Employee' })
  await expect(page.getByLabel('Role')).toHaveValue('manager')
  await expect(submit).toBeDisabled()
  await fillInEmployee(page, email)
  await page.getByLabel('Phone').fill('(612) 555-011')
  await page.getByLabel('Phone').blur()
  await expect(page.getByText('Enter a phone number of exactly 10 digits')).toBeVisible()
  await expect(submit).toBeDisabled()

  await reloadWithDraft(page)
  await expect(page.getByLabel('First Name'), 'the draft').toHaveValue(amina.firstName)
  await page.getByLabel('Role').selectOption('Employee')
  await page.getByLabel('Phone').fill('(612) 555-0142')
  await submit.click()
  await expect(page.getByText('Employee created successfully. Email sent for password setup.')).toBeVisible()
  await expect(page.getByLabel('Setup link')).toHaveValue(/\/set-password\?token=[\w-]{43}$/)
  for (const field of ['First Name', 'Last Name', 'Date of Birth', 'Email', 'Phone', 'Address'])
    await expect(page.getByLabel(field)).toHaveValue('')
  await expect(page.getByLabel('Role')).toHaveValue('manager')
  const pixelsByHistoryEntry = expect.stringMatching(/^\{("[\w-]+":[\d.]+,?)*\}$/)
  expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({
    scrollPositions: pixelsByHistoryEntry,
  })

  await page.getByRole('link', { name: 'See all employees' }).click()
  await page.getByLabel('Search by name').fill('amina yusuf')
  const row = rowOf(page, email)
  await expect(row).toContainText('Sep 30, 1991')
  await expect(row.getByText('No password yet')).toBeVisible()

  const link = await linkMailedTo(email, backend.instance)
  const newcomer = await (await browser.newContext()).newPage()
  await newcomer.goto(link)
  await newcomer.getByLabel('New password', { exact: true }).fill(password)
  await newcomer.getByLabel('Confirm password', { exact: true }).fill(password)
  await newcomer.getByRole('button', { name: 'Set password' }).click()
  await newcomer.waitForURL('**/login')
  await fillInLogin(newcomer, email)
  await newcomer.waitForURL((url) => url.pathname !== '/login')
  await newcomer.context().close()
  await page.reload()
  await expect(row.getByText('No password yet')).toHaveCount(0)
})

test('a super-admin edits, promotes, mails and deletes an employee, and gives up the role [T11]', async ({
  page,
  backend,
}) => {
  const { api, token } = backend
  const bao = { ...amina, firstName: 'Bao', lastName: 'Xiong', email: 'bao@example.org' }
  const { body: added } = await api.send('POST', '/employees', token, bao)
  const address = `/employees/${added.id}`
  const { body: employee } = await api.send('GET', address, token)
  const self = await backend.employ('super-admin')
  await openAs(page, self, userManagement)
  await searchList(page, 'bao')
  const row = rowOf(page, 'bao@example.org')
  const dialog = page.getByRole('dialog', { name: 'Edit Employee' })
  const status = page.getByRole('status')

  await row.getByRole('button', { name: 'Edit' }).click()
  await expect(dialog.getByLabel('First Name')).toBeFocused()
  for (const [label, value] of Object.entries({ Email: 'bao@example.org', Phone: '(612) 555-0117' }))
    await expect(dialog.getByLabel(label)).toHaveValue(value)
  await dialog.getByLabel('First Name').fill('Bao Yer')
  await dialog.getByLabel('Address').fill('5 Elm Street, Duluth, MN 55802')
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  // The whole employee, with the edits in it (docs/specification.md §7).
  expect((await sent).postDataJSON()).toMatchObject({
    ...employee,
    firstName: 'Bao Yer',
    address: '5 Elm Street, Duluth, MN 55802',
  })
  await expect(status.getByText('Employee updated successfully.')).toBeVisible()
  await expect(row).toContainText('Bao Yer Xiong')
  await expect(row).toContainText('5 Elm Street, Duluth, MN 55802')

  await chooseRole(row, 'Admin')
  await expect(status.getByText('Role updated successfully.')).toBeVisible()
  expect((await api.send('GET', address, token)).body.role).toBe('admin')

  await row.getByRole('button', { name: 'Resend Email' }).click()
  await expect(status.getByText('Setup email resent.')).toBeVisible()

  const question = page.getByRole('alertdialog')
  await row.getByRole('button', { name: 'Delete' }).click()
  await expect(question).toContainText('Are you sure you want to delete this employee?')
  await expect(question).toContainText('Bao Yer Xiong')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(status.getByText('Employee deleted successfully.')).toBeVisible()
  await expect(row).toHaveCount(0)
  expect((await api.send('GET', address, token)).status).toBe(404)

  await page.getByRole('button', { name: 'Clear Filters' }).first().click()
  await page.getByLabel('Role', { exact: true }).selectOption('Super Admin')
  await chooseRole(rowOf(page, self), 'Manager')
  await question.getByRole('button', { name: 'Change my role' }).click()
  await page.waitForURL('**/login')
})
