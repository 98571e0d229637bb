import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { screenPath } from '#contract/paths.ts'
import { amina } from '#test/support/people.ts'
import { type Answers, openPortal } from '#test/support/portal-screen.tsx'
import { setUpProvider } from '#test/support/provider-name.ts'
import { UserManagementScreen } from './user-management-screen.tsx'

const id = 'e2'
const employee = {
  ...amina,
  id,
  _id: id,
  hasPassword: false,
  hasTwoStep: false,
  hasOrganizationAccount: false,
  version: 1,
}
const address = screenPath('admin', 'userManagement')

type Opened = Awaited<ReturnType<typeof open>>

const roleOf = (screen: Opened['screen']) => screen.getByLabelText(/^Role of/)

async function chooseRole(screen: Opened['screen'], name: string) {
  await roleOf(screen).click()
  await screen.getByRole('button', { name, exact: true }).click()
}

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

test('a role that is refused after the screen was left is told in a message', async () => {
  const message = 'This is the only super admin who can sign in.'
  const late = Promise.withResolvers<Response>()
  const { screen, router } = await open({ [`PATCH /employees/${id}/role`]: () => late.promise })
  await chooseRole(screen, 'Admin')
  await router.navigate('/admin/dashboard')
  await expect.element(screen.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  late.resolve(Response.json({ code: 'last-super-admin', message }, { status: 409 }))
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
  await chooseRole(screen, 'Super Admin')
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

test('a draft that the address names opens the employee whom it is about', async () => {
  const key = `edit-employee:${id}`
  const draft = { key, id: 'd1', values: { lastName: 'Warsame' }, version: 1, revision: 1 }
  const { screen, router } = await open({
    [`GET /employees/${id}`]: () => Response.json(employee),
    [`GET /drafts/${encodeURIComponent(key)}`]: () =>
      Response.json({ ...draft, changedAt: '2026-03-05T15:00:00Z' }),
  })
  await router.navigate(`?draft=${key}`)
  const dialog = screen.getByRole('dialog', { name: 'Edit Employee' })
  await expect.element(dialog.getByLabelText('Last Name')).toHaveValue('Warsame')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => dialog.elements()).toEqual([])
  expect(router.state.location.search).toBe('')
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
  await chooseRole(screen, 'Manager')
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
  await chooseRole(screen, 'Admin')
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

test('employees are found by name and role, page by page [T61]', async () => {
  const many = Array.from({ length: 101 }, (_, number) => ({
    ...employee,
    id: `e${number}`,
    _id: `e${number}`,
  }))
  let isDown = true
  const requests: unknown[] = []
  const { screen, router } = await open({
    'POST /employees/search': (filter) => {
      if (isDown) return Promise.reject(new TypeError('Failed to fetch'))
      requests.push(filter)
      const { search, role } = filter as { search: string; role?: string }
      if (role) return Response.json(role === 'employee' ? many : [])
      return Response.json([{ ...employee, lastName: search ? 'Núñez' : employee.lastName }])
    },
  })
  const alert = screen.getByRole('alert')
  await expect.element(alert).toMatchTextContent('Failed to load employees.')
  await expect.element(alert).toMatchTextContent('The server is not responding.')
  isDown = false
  screen.getByRole('button', { name: 'Try again' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus()

  await expect.element(screen.getByText('1 employee')).toBeVisible()
  const headers = screen.getByRole('columnheader').elements()
  expect(headers.map(({ textContent }) => textContent)).toEqual([
    ...['Name', 'Date of Birth', 'Address', 'Role', 'Actions'],
  ])
  const filter = screen.getByLabelText('Role', { exact: true })
  const textsOf = (elements: Iterable<Element>) => [...elements].map(({ textContent }) => textContent)
  const roleNames = ['Manager', 'Admin', 'Super Admin', 'Employee']
  expect(textsOf(filter.element().children)).toEqual(['All Roles', ...roleNames])
  await roleOf(screen).click()
  const row = screen.getByRole('row').last()
  const choices = row.getByRole('list').getByRole('button')
  expect(textsOf(choices.elements())).toEqual(roleNames)
  await expect.element(choices.first()).toHaveAttribute('aria-current', 'true')
  await userEvent.keyboard('{Escape}')

  const search = screen.getByRole('searchbox', { name: 'Search by name' })
  await search.fill('nunez')
  await expect.element(screen.getByText('1 employee found')).toBeVisible()
  await expect.element(screen.getByRole('rowheader')).toMatchTextContent('Amina Núñez')
  const query = () => router.state.location.search
  // A name would stay in the history of the browser.
  expect(query()).toBe('')
  await filter.selectOptions('Manager')
  await expect.element(screen.getByText('No employees match')).toBeVisible()
  expect(query()).toBe('?role=manager')
  expect(requests.at(-1)).toEqual({ search: 'nunez', role: 'manager' })
  await screen.getByRole('button', { name: 'Clear Filters' }).last().click()
  await expect.element(search).toHaveFocus()
  await expect.element(search).toHaveValue('')
  expect(query()).toBe('')

  await filter.selectOptions('Employee')
  await expect.element(screen.getByText('1–100 of 101')).toBeVisible()
  await screen.getByRole('button', { name: 'Next' }).click()
  await expect.element(screen.getByText('101–101 of 101')).toBeVisible()
  await expect.element(screen.getByText('101 employees found')).toHaveFocus()
})

test('a role is chosen from a menu by keyboard, and sent at once [T95]', async () => {
  const sent: unknown[] = []
  const { screen } = await open({
    [`PATCH /employees/${id}/role`]: (body) => {
      const { role } = body as { role: string }
      sent.push(role)
      return Response.json({ ...employee, role, version: sent.length + 1 })
    },
    'POST /employees/search': () => Response.json([{ ...employee, role: sent.at(-1) ?? 'manager' }]),
  })
  const role = roleOf(screen)
  await expect.element(role).toHaveTextContent('Manager')
  ;(role.element() as HTMLElement).focus()
  // Opens the menu, and goes through the roles.
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Escape}')
  await expect.element(role).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(role).toHaveFocus()
  expect(sent, 'the role as it is').toEqual([])
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(screen.getByText('Amina Yusuf now has the role Admin.')).toBeVisible()
  await expect.element(role).toHaveTextContent('Admin')
  expect(sent).toEqual(['admin'])
})

test('a super-admin’s own role changes after a question, and stays if the change is refused [T96]', async () => {
  // `openPortal` signs in as e1.
  const self = { ...employee, id: 'e1', _id: 'e1', role: 'super-admin' }
  const message = 'This is the only super admin who can sign in.'
  const { screen, requests } = await open({
    'POST /employees/search': () => Response.json([self]),
    'PATCH /employees/e1/role': () => Response.json({ code: 'last-super-admin', message }, { status: 409 }),
  })
  await chooseRole(screen, 'Manager')
  const question = screen.getByRole('alertdialog')
  await expect.element(question).toMatchTextContent('You will be signed out')
  expect(requests).not.toContain('PATCH /employees/e1/role')
  await question.getByRole('button', { name: 'Change my role' }).click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Failed to update role.')
  await expect.element(screen.getByRole('alert')).toMatchTextContent(message)
  await expect.element(roleOf(screen)).toHaveTextContent('Super Admin')
})

test('an employee is signed out everywhere, and two-step sign-in is reset', async () => {
  let hasTwoStep = true
  const { screen, requests } = await open({
    'POST /employees/search': () => Response.json([{ ...employee, hasTwoStep }]),
    [`POST /employees/${id}/sign-out`]: () => Response.json({ message: 'Done.' }),
    [`DELETE /employees/${id}/two-step`]: () => {
      hasTwoStep = false
      return Response.json({ message: 'Done.' })
    },
  })
  const more = screen.getByRole('button', { name: 'More' })
  const mark = screen.getByText('Two-step sign-in', { exact: true })
  await expect.element(mark).toBeVisible()
  const choose = async (name: string) => {
    await more.click()
    await screen.getByRole('button', { name }).click()
    return screen.getByRole('alertdialog', { name: `${name}?` })
  }
  await (await choose('Sign out everywhere')).getByRole('button', { name: 'Sign out' }).click()
  await expect.element(screen.getByText('The employee was signed out everywhere.')).toBeVisible()
  expect(requests).toContain(`POST /employees/${id}/sign-out`)
  await (await choose('Reset two-step sign-in')).getByRole('button', { name: 'Reset' }).click()
  await expect
    .element(screen.getByText('Two-step sign-in was reset. The employee gets an email about it.'))
    .toBeVisible()
  await expect.element(mark).not.toBeInTheDocument()
})

test('where passwords are for super-admins, an employee lacks none, and the email says how to sign in', async () => {
  setUpProvider('Example ID', 'super-admins')
  const { screen } = await open({
    'POST /employees/search': () => Response.json([employee]),
    'POST /employees/resend-setup-email': () => Response.json({ message: 'Setup email resent.' }),
  })
  await screen.getByRole('button', { name: 'Resend Email' }).click()
  await expect
    .element(screen.getByText(`The email to ${amina.email} says how to sign in with Example ID.`))
    .toBeVisible()
  await expect.element(screen.getByText('No password yet')).not.toBeInTheDocument()
})

test('the link to a work account is shown in place of a missing password, and removed after a question [T1548]', async () => {
  let hasOrganizationAccount = true
  const { screen } = await open({
    'POST /employees/search': () => Response.json([{ ...employee, hasOrganizationAccount }]),
    [`DELETE /employees/${id}/organization`]: () => {
      hasOrganizationAccount = false
      return new Response(null, { status: 204 })
    },
  })
  const mark = screen.getByText('Work account', { exact: true })
  await expect.element(mark).toBeVisible()
  await expect.element(screen.getByText('No password yet')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'More' }).click()
  await screen.getByRole('button', { name: 'Remove link to work account' }).click()
  const question = screen.getByRole('alertdialog', { name: 'Remove link to work account?' })
  await expect.element(question).toMatchTextContent('Amina Yusuf will be signed out wherever')
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect
    .element(screen.getByText('The link was removed. The employee gets an email about it.'))
    .toBeVisible()
  await expect.element(mark).not.toBeInTheDocument()
  await expect.element(screen.getByText('No password yet')).toBeVisible()
})

test('mail that could not be sent is shown, and can be sent again', async () => {
  const { email: recipient } = amina
  const at = new Date().toISOString()
  const common = { state: 'waiting', createdAt: at, attempts: 1, nextAttemptAt: at, problem: 'Away.' }
  const mail = { id: 'm1', kind: 'set-up', recipient, recipientName: null, ...common }
  let mails = [mail]
  const { screen, requests } = await open({
    'GET /outgoing-mail': () => Response.json(mails),
    'POST /outgoing-mail/m1/resend': () => {
      mails = []
      return Response.json(mail)
    },
  })
  await expect.element(screen.getByText('Setup email waiting')).toBeVisible()
  const section = screen.getByRole('region', { name: 'Unsent email' })
  await expect.element(section).toMatchTextContent(recipient)
  await section.getByRole('button', { name: 'Send again' }).click()
  await expect.element(screen.getByText(`The email to ${recipient} was sent.`)).toBeVisible()
  await expect.element(section).not.toBeInTheDocument()
  await expect.element(screen.getByText('Setup email waiting')).not.toBeInTheDocument()
  expect(requests).toContain('POST /outgoing-mail/m1/resend')
})

test('a role that was not changed is shown again, and choosing it once more after a lost response is no conflict [T961]', async () => {
  const current = { ...employee, role: 'admin', version: 2 }
  const conflict = { code: 'version-conflict', message: 'Changed.', current }
  const answers = [
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => Response.json(conflict, { status: 409 }),
  ]
  const { screen } = await open({
    'POST /employees/search': () => Response.json([answers.length > 0 ? employee : current]),
    [`PATCH /employees/${id}/role`]: () => answers.shift()?.() ?? Response.error(),
  })
  const [role, alert] = [roleOf(screen), screen.getByRole('alert')]
  await chooseRole(screen, 'Admin')
  await expect.element(alert).toMatchTextContent('Failed to update role.')
  await expect.element(role).toHaveTextContent('Manager')
  await chooseRole(screen, 'Admin')
  await expect.element(screen.getByText('Role updated successfully.')).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(role).toHaveTextContent('Admin')
})

test('an alert says that a set-up email may not be sent', async () => {
  const refused = { code: 'not-allowed', message: 'Your role does not allow this.' }
  const { screen } = await open({
    'POST /employees/resend-setup-email': () => Response.json(refused, { status: 403 }),
  })
  await screen.getByRole('button', { name: 'Resend Email' }).click()
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Only super admins can resend setup emails.')
})

test('while an employee is being deleted, Cancel and Escape do nothing, and a failure is told', async () => {
  const late = Promise.withResolvers<Response>()
  const answers = [() => late.promise, () => new Response(null, { status: 204 })]
  const { screen } = await open({
    'POST /employees/search': () => Response.json(answers.length > 0 ? [employee] : []),
    [`DELETE /employees/${id}`]: () => answers.shift()?.() ?? Response.error(),
  })
  await screen.getByRole('button', { name: 'Delete' }).click()
  const question = screen.getByRole('alertdialog')
  const remove = question.getByRole('button', { name: 'Delete' })
  await remove.click()
  await expect.element(remove).toHaveAttribute('aria-busy')
  ;(question.getByRole('button', { name: 'Cancel' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}{Escape}')
  late.reject(new TypeError('Failed to fetch'))
  await expect.element(question.getByRole('alert')).toMatchTextContent('Failed to delete employee.')
  await remove.click()
  await expect.element(screen.getByText('Employee deleted successfully.')).toBeVisible()
  await expect.element(screen.getByText(amina.email)).not.toBeInTheDocument()
})
