import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { screenPath } from '#contract/paths.ts'
import { expect, fillInLogin, openAs, reloadWithDraft, searchList, test } from '#test/support/journey.ts'
import { linkMailedTo } from '#test/support/mailed-link.ts'
import { dropResponses, holdRequests } from '#test/support/network.ts'
import { amina } from '#test/support/people.ts'
import { password } from '#test/support/test-password.ts'

const userManagement = screenPath('admin', 'userManagement')
const addEmployee = screenPath('admin', 'addEmployee')

const superAdmin = 'admin@example.org'

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

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
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])

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

test('an employee who can’t be created is reported [T91]', async ({ page, backend }) => {
  await backend.api.send('POST', '/employees', backend.token, { ...amina, email: 'used@example.org' })
  await openAs(page, superAdmin, addEmployee)
  await fillInEmployee(page, 'Used@Example.org')
  const submit = page.getByRole('button', { name: 'Create Employee' })
  await submit.click()
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('An employee with this email already exists.')
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/already exists/)

  await page.getByLabel('Email').fill('unused@example.org')
  await dropResponses(page, '**/api/employees')
  await submit.click()
  await expect(alert).toContainText('Error creating employee. Please try again.')
  await expect(alert).toContainText('The server is not responding.')
  await expect(page.getByLabel('Email')).toHaveValue('unused@example.org')
  await page.unroute('**/api/employees')
  // The lost request had arrived: sent again, it is not refused as a used email.
  await submit.click()
  await expect(page.getByText('Employee created successfully. Email sent for password setup.')).toBeVisible()
})

test('employees are found by name and role, page by page [T61]', async ({ page, backend }) => {
  const { api, token, instance } = backend
  await instance.ops('seed', '--employees', '110')
  const jose = { ...amina, firstName: 'José', lastName: 'Øberg-Núñez', email: 'jose@example.org' }
  await api.send('POST', '/employees', token, { ...jose, role: 'admin' })
  let isDown = true
  await page.route('**/api/employees/search', (route) => (isDown ? route.abort() : route.continue()))
  await openAs(page, superAdmin, userManagement)
  await expect(page.getByRole('alert')).toContainText('Failed to load employees.')
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  const search = page.getByLabel('Search by name')
  const rows = page.getByRole('row').filter({ has: page.getByRole('combobox') })
  await expect(page.getByText(/^1–100 of \d+$/)).toBeVisible()
  const columns = ['Name', 'Date of Birth', 'Address', 'Role', 'Actions']
  await expect(page.getByRole('columnheader')).toHaveText(columns)
  const roleNames = ['Manager', 'Admin', 'Super Admin', 'Employee']
  const filter = page.getByLabel('Role', { exact: true })
  await expect(filter.getByRole('option')).toHaveText(['All Roles', ...roleNames])
  await expect(rows.first().getByRole('option')).toHaveText(roleNames)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText(/^101–\d+ of \d+$/)).toBeVisible()
  await expect(page.getByText(/^\d+ employees$/)).toBeFocused()

  await search.fill('OBERG-nunez SE')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('José Øberg-Núñez')
  await expect(page).toHaveURL(new RegExp(`${userManagement}$`))
  await page.getByLabel('Role', { exact: true }).selectOption('Manager')
  await expect(page.getByText('No employees match')).toBeVisible()
  await expect(page).toHaveURL(/user-management\?role=manager$/)
  await page.getByRole('button', { name: 'Clear Filters' }).last().click()
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('')
  await expect(page).toHaveURL(new RegExp(`${userManagement}$`))
})

test('a super-admin edits, promotes, mails and deletes an employee [T11]', async ({ page, backend }) => {
  const { api, token } = backend
  const bao = { ...amina, firstName: 'Bao', lastName: 'Xiong', email: 'bao@example.org' }
  const { body: added } = await api.send('POST', '/employees', token, bao)
  const address = `/employees/${added.id}`
  const { body: employee } = await api.send('GET', address, token)
  await openAs(page, superAdmin, userManagement)
  await searchList(page, 'bao')
  const row = rowOf(page, 'bao@example.org')
  const dialog = page.getByRole('dialog', { name: 'Edit Employee' })
  const status = page.getByRole('status')
  const alert = page.getByRole('alert')

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

  const role = row.getByRole('combobox')
  // The role is changed although the response is lost: choosing it again is no conflict.
  await dropResponses(page, `**/api${address}/role`)
  await role.selectOption('Admin')
  await expect(alert).toContainText('Failed to update role.')
  await expect(role).toHaveValue('manager')
  await page.unroute(`**/api${address}/role`)
  await role.selectOption('Admin')
  await expect(status.getByText('Role updated successfully.')).toBeVisible()
  await expect(alert).toHaveCount(0)
  expect((await api.send('GET', address, token)).body.role).toBe('admin')

  await row.getByRole('button', { name: 'Resend Email' }).click()
  await expect(status.getByText('Setup email resent.')).toBeVisible()
  await page.route('**/api/employees/resend-setup-email', (route) =>
    route.fulfill({ status: 403, json: { message: 'Your role does not allow this.', code: 'not-allowed' } }),
  )
  await row.getByRole('button', { name: 'Resend Email' }).click()
  await expect(alert).toHaveText('Only super admins can resend setup emails.')

  const question = page.getByRole('alertdialog')
  await row.getByRole('button', { name: 'Delete' }).click()
  await expect(question).toContainText('Are you sure you want to delete this employee?')
  await expect(question).toContainText('Bao Yer Xiong')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.route(`**/api${address}`, (route) => route.abort())
  const goOn = await holdRequests(page, `**/api${address}`)
  await question.getByRole('button', { name: 'Delete' }).click()
  // While the request runs, Cancel and Escape do nothing.
  await question.getByRole('button', { name: 'Cancel' }).press('Enter')
  await page.keyboard.press('Escape')
  goOn()
  await expect(question.getByRole('alert')).toContainText('Failed to delete employee.')
  await page.unroute(`**/api${address}`)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(status.getByText('Employee deleted successfully.')).toBeVisible()
  await expect(row).toHaveCount(0)
  expect((await api.send('GET', address, token)).status).toBe(404)
})

test('a super-admin changes their own role, unless it is the last [T96]', async ({ page, backend }) => {
  const { api, token } = backend
  const { body: all } = await api.send('GET', '/employees', token)
  for (const { id, email, role } of all) {
    if (role === 'super-admin' && email !== superAdmin)
      await api.send('PATCH', `/employees/${id}/role`, token, { role: 'admin' })
  }
  const self = await backend.employ('super-admin')
  await openAs(page, self, `${userManagement}?role=super-admin`)
  const role = rowOf(page, self).getByRole('combobox')
  await role.selectOption('Manager')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('You will be signed out')
  await question.getByRole('button', { name: 'Change my role' }).click()
  await page.waitForURL('**/login')

  await openAs(page, superAdmin, `${userManagement}?role=super-admin`)
  const last = rowOf(page, superAdmin).getByRole('combobox')
  await last.selectOption('Employee')
  await question.getByRole('button', { name: 'Change my role' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to update role.')
  await expect(page.getByRole('alert')).toContainText('This is the only super admin who can sign in.')
  await expect(last).toHaveValue('super-admin')
})

test('arrow keys send only the role that they stop on [T95]', async ({ page, backend }) => {
  const { api, token } = backend
  await api.send('POST', '/employees', token, { ...amina, firstName: 'Idil', email: 'idil@example.org' })
  const now = Date.now()
  await page.clock.install({ time: now })
  await openAs(page, await backend.employ('super-admin'), userManagement)
  await searchList(page, 'idil')
  const role = page.getByLabel('Role of Idil Yusuf, idil@example.org')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/role')) sent.push(request.postDataJSON().role)
  })
  const pressed = async (...keys: string[]) => {
    for (const key of keys) await role.press(key)
  }
  // From here on, only the test advances the clock.
  await page.clock.pauseAt(now + 10 * 60_000)
  await pressed('ArrowDown', 'ArrowDown', 'ArrowDown')
  await expect(role).toHaveValue('employee')
  await page.clock.runFor(1_100)
  await expect.poll(() => sent).toEqual(['employee'])
  await page.clock.resume()
  // The select is busy only a moment after the request was sent.
  await expect(page.getByText('Idil Yusuf now has the role Employee.')).toBeVisible()
  await expect(role).not.toHaveAttribute('aria-busy')

  await page.clock.pauseAt(now + 20 * 60_000)
  await pressed('ArrowUp', 'ArrowUp', 'Enter')
  await expect.poll(() => sent).toEqual(['employee', 'admin'])
  await page.clock.resume()
  await expect(page.getByText('Idil Yusuf now has the role Admin.')).toBeVisible()
  await expect(role).not.toHaveAttribute('aria-busy')
  await page.clock.pauseAt(now + 21 * 60_000)
  await pressed('ArrowUp', 'Escape')
  await expect(role).toHaveValue('admin')
  await page.clock.runFor(1_100)
  await page.clock.resume()
  expect(sent).toEqual(['employee', 'admin'])
})

test('mail that could not be sent is shown, and can be sent again', async ({ page, backend }) => {
  const { api, token, instance } = backend
  const folder = join(instance.dataDir, 'mail')
  const away = join(instance.dataDir, 'mail-away')
  const listed = async () => (await api.send('GET', '/outgoing-mail', token)).body
  // Mail of earlier journeys is sent first.
  await expect.poll(listed).toEqual([])
  mkdirSync(folder, { recursive: true })
  renameSync(folder, away)
  // Mail cannot be written into a folder that is a file.
  writeFileSync(folder, '')
  const email = 'waiting@example.org'
  await api.send('POST', '/employees', token, { ...amina, firstName: 'Chidi', email })
  await expect.poll(async () => (await listed())[0]?.attempts).toBeGreaterThan(0)
  expect(await listed()).toMatchObject([{ recipient: email }])

  await openAs(page, superAdmin, userManagement)
  await searchList(page, 'chidi')
  await expect(rowOf(page, email).getByText('Setup email waiting')).toBeVisible()
  const section = page.getByRole('region', { name: 'Unsent email' })
  await expect(section).toContainText(email)

  // Not earlier, because the server retries by itself.
  await page.route('**/resend', (route) => {
    rmSync(folder)
    renameSync(away, folder)
    return route.continue()
  })
  await section.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText(`The email to ${email} was sent.`)).toBeVisible()
  await expect(section).toHaveCount(0)
  expect(await linkMailedTo(email, instance)).toMatch(/token=/)
})
