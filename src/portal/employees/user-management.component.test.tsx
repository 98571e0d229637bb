import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { screenPath } from '#contract/paths.ts'
import { amina } from '#test/support/people.ts'
import { type Answers, openPortal } from '#test/support/portal-screen.tsx'
import { UserManagementScreen } from './user-management-screen.tsx'

const id = 'e2'
const employee = { ...amina, id, _id: id, hasPassword: false, hasTwoStep: false, version: 1 }
const address = screenPath('admin', 'userManagement')

const open = (answers: Answers) =>
  openPortal({
    screens: { [address]: <UserManagementScreen />, '/admin/dashboard': <h1>Dashboard</h1> },
    address,
    role: 'super-admin',
    answers: {
      'POST /employees/search': () => Response.json([employee]),
      'GET /outgoing-mail': () => Response.json([]),
      ...answers,
    },
  })

test('a role chosen by key and refused after the screen was left is told in a message', async () => {
  const message = 'This is the only super admin who can sign in.'
  const refused = () => Response.json({ code: 'last-super-admin', message }, { status: 409 })
  const { screen, router } = await open({ [`PATCH /employees/${id}/role`]: refused })
  const role = screen.getByLabelText(`Role of Amina Yusuf, ${amina.email}`)
  await expect.element(role).toHaveValue('manager')
  ;(role.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  await router.navigate('/admin/dashboard')
  await expect.element(screen.getByText(`Failed to update role. ${message}`)).toBeVisible()
})

test('making someone a super admin asks first', async () => {
  const sent: unknown[] = []
  const { screen } = await open({
    [`PATCH /employees/${id}/role`]: () => {
      sent.push('role')
      return Response.json({ ...employee, role: 'super-admin', version: 2 })
    },
  })
  const role = screen.getByLabelText(`Role of Amina Yusuf, ${amina.email}`)
  await role.selectOptions('Super Admin')
  const dialog = screen.getByRole('alertdialog', { name: 'Make this person a super admin?' })
  await expect.element(dialog).toMatchTextContent(/Amina Yusuf/)
  expect(sent).toEqual([])
  await dialog.getByRole('button', { name: 'Make super admin' }).click()
  await expect.element(screen.getByText('Role updated successfully.')).toBeVisible()
})

test('an employee is edited as the record is now, not as the list has it', async () => {
  const { screen } = await open({
    [`GET /employees/${id}`]: () => Response.json({ ...employee, lastName: 'Warsame', version: 2 }),
  })
  await screen.getByRole('button', { name: 'Edit' }).click()
  await expect.element(screen.getByRole('dialog').getByLabelText('Last Name')).toHaveValue('Warsame')
})

test('a record that arrives late replaces no dialog that was opened meanwhile', async () => {
  const late = Promise.withResolvers<Response>()
  const other = { ...employee, id: 'e3', _id: 'e3', firstName: 'Bao', email: 'bao@example.org' }
  const { screen } = await open({
    'POST /employees/search': () => Response.json([employee, other]),
    [`GET /employees/${id}`]: () => late.promise,
    'GET /employees/e3': () => Response.json(other),
  })
  await screen.getByRole('button', { name: 'Edit' }).first().click()
  await screen.getByRole('button', { name: 'Edit' }).last().click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByLabelText('First Name')).toHaveValue('Bao')
  late.resolve(Response.json(employee))
  await new Promise((resolve) => setTimeout(resolve, 50))
  await expect.element(dialog.getByLabelText('First Name')).toHaveValue('Bao')
  await expect.element(dialog).toMatchTextContent(/bao@example\.org/)
})

test('every dialog about an employee shows their name and email', async () => {
  // The user's own account, because only the own role is changed in a dialog.
  const self = { ...employee, id: 'e1', _id: 'e1', role: 'super-admin' }
  const { screen } = await open({
    'POST /employees/search': () => Response.json([self]),
    'GET /employees/e1': () => Response.json({ ...self, version: 2 }),
    'PATCH /employees/e1': () =>
      Response.json(
        { code: 'version-conflict', message: 'Changed.', current: { ...self, lastName: 'Ali', version: 3 } },
        { status: 409 },
      ),
  })
  const names = async (role: 'dialog' | 'alertdialog', name: string) => {
    const dialog = screen.getByRole(role, { name })
    await expect.element(dialog).toMatchTextContent(new RegExp(`Amina Yusuf ${amina.email}`))
    return dialog
  }
  await screen.getByRole('button', { name: 'Edit' }).click()
  const form = await names('dialog', 'Edit Employee')
  await form.getByLabelText('First Name').fill('Aminah')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await names('dialog', 'Someone else changed this record')
  await userEvent.keyboard('{Escape}{Escape}')
  for (const [button, title] of [
    ['Delete', 'Delete employee'],
    ['Sign out everywhere', 'Sign out everywhere?'],
  ] as const) {
    if (button !== 'Delete') await screen.getByRole('button', { name: 'More' }).click()
    await screen.getByRole('button', { name: button }).click()
    await (await names('alertdialog', title)).getByRole('button', { name: 'Cancel' }).click()
  }
  await screen.getByLabelText(/^Role of/).selectOptions('Manager')
  await names('alertdialog', 'Change your own role?')
})

test('without a mail server, a resent email is said to be a file, with the link to copy', async () => {
  const setupLink = 'http://localhost:3000/set-password?token=once'
  const { screen } = await open({
    'POST /employees/resend-setup-email': () =>
      Response.json({ message: 'Sent.', mailIsFile: true, setupLink }),
  })
  await screen.getByRole('button', { name: 'Resend Email' }).click()
  const status = screen.getByRole('status').filter({ hasText: 'Setup email resent.' })
  await expect.element(status).toMatchTextContent(/Setup email resent\..*saved as a file on the server/)
  await expect.element(status.getByLabelText('Setup link')).toHaveValue(setupLink)
  await status.getByRole('button', { name: 'Copy' }).click()
  await expect.element(status.getByRole('button', { name: 'Copied' })).toBeVisible()
})

test('the message that a set-up email was sent is withdrawn when the email turns out to wait', async () => {
  let mails: object[] = []
  const { screen, queries } = await open({
    'POST /employees/resend-setup-email': () => Response.json({ message: 'Sent.' }),
    'GET /outgoing-mail': () => Response.json(mails),
  })
  await screen.getByRole('button', { name: 'Resend Email' }).click()
  await expect.element(screen.getByText('Setup email resent.')).toBeVisible()
  const { email: recipient } = amina
  const createdAt = new Date().toISOString()
  const common = { kind: 'set-up', state: 'waiting', attempts: 1, nextAttemptAt: createdAt, problem: 'Away.' }
  mails = [{ id: 'm1', recipient, createdAt, ...common }]
  await queries.invalidateQueries({ queryKey: ['outgoing-mail'] })
  await expect.element(screen.getByText('Setup email waiting')).toBeVisible()
  expect(screen.getByText('Setup email resent.').elements()).toHaveLength(0)
})

test('the result of a role that was changed before a dialog opened is readable in the dialog', async () => {
  const sent = Promise.withResolvers<Response>()
  const { screen } = await open({
    [`PATCH /employees/${id}/role`]: () => sent.promise,
    [`GET /employees/${id}`]: () => Response.json(employee),
  })
  await screen.getByLabelText(/^Role of/).selectOptions('Admin')
  await screen.getByRole('button', { name: 'Edit' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  sent.resolve(Response.json({ ...employee, role: 'admin', version: 2 }))
  const result = dialog.getByText(/^Role updated successfully\./)
  await expect.element(result).toBeVisible()
  await dialog.getByRole('button', { name: 'Dismiss message' }).click()
  await expect.element(result).not.toBeInTheDocument()
})

test('Clear Filters keeps focus on a phone, where it is only shown while it has an effect', async () => {
  await page.viewport(375, 800)
  onTestFinished(() => page.viewport(1280, 800))
  const { screen } = await open({})
  await screen.getByRole('searchbox').fill('amina')
  const clear = screen.getByRole('button', { name: 'Clear Filters' })
  clear.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('searchbox')).toHaveValue('')
  await expect.element(clear).toHaveAttribute('aria-disabled', 'true')
  await new Promise((resolve) => requestAnimationFrame(resolve))
  await expect.element(clear).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(clear).not.toBeInTheDocument()
})
