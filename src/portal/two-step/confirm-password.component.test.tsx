import { expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type FailureCode, failures } from '#contract/failures.ts'
import { screenPath } from '#contract/paths.ts'
import { amina, exampleClient } from '#test/support/people.ts'
import { openArea } from '#test/support/portal-area.tsx'
import { setUpProvider } from '#test/support/provider-name.ts'

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

const refused = (code: FailureCode) => () =>
  Response.json({ code, message: failures[code].message }, { status: failures[code].status })
const twoStep = (isOn: boolean) => ({ 'GET /auth/two-step': () => Response.json({ isOn }) })

test('a super-admin confirms the password and goes on [T296]', async () => {
  const needed = refused('confirm-password')
  const deletions = [needed, needed, () => new Response(null, { status: 204 })]
  const confirmations = [refused('wrong-password'), () => Response.json({ message: 'Done.' })]
  const confirmed: unknown[] = []
  const next = (answers: (() => Response)[]) => () => answers.shift()?.() ?? Response.error()
  const { screen } = await openArea({
    role: 'super-admin',
    address: screenPath('admin', 'userManagement'),
    answers: {
      ...twoStep(false),
      'POST /employees/search': () => Response.json(deletions.length > 0 ? [employee] : []),
      'GET /outgoing-mail': () => Response.json([]),
      [`DELETE /employees/${id}`]: next(deletions),
      'POST /auth/confirm': (body) => {
        confirmed.push(body)
        return next(confirmations)()
      },
    },
  })
  await screen.getByRole('button', { name: 'Delete' }).click()
  const question = screen.getByRole('alertdialog', { name: 'Delete employee' })
  const confirmation = screen.getByRole('dialog', { name: 'Confirm your password' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.element(confirmation).toMatchTextContent('Enter your password to delete this employee.')
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).toMatchTextContent(failures['confirm-password'].message)
  await question.getByRole('button', { name: 'Delete' }).click()
  const typed = confirmation.getByLabelText('Password', { exact: true })
  await expect.element(typed).toHaveFocus()
  await userEvent.keyboard('not my password{Enter}')
  await expect.element(typed).toHaveAccessibleDescription(failures['wrong-password'].message)
  await typed.fill('my password')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Employee deleted successfully.')).toBeVisible()
  await expect.element(screen.getByText(amina.email)).not.toBeInTheDocument()
  expect(confirmed).toEqual([{ password: 'not my password' }, { password: 'my password' }])
})

test('an account with two-step sign-in is asked for the code, too [T1043]', async () => {
  const confirmations = [refused('wrong-code'), () => Response.json({ message: 'Done.' })]
  let confirmed: unknown
  const { screen } = await openArea({
    role: 'employee',
    address: screenPath('manager', 'profile'),
    answers: {
      ...twoStep(true),
      'GET /auth/sessions': () => Response.json([]),
      'DELETE /auth/sessions': () =>
        confirmations.length > 0 ? refused('confirm-password')() : new Response(null, { status: 204 }),
      'POST /auth/confirm': (body) => {
        confirmed = body
        return confirmations.shift()?.() ?? Response.error()
      },
    },
  })
  await screen.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  const confirmation = screen.getByRole('dialog', { name: 'Confirm your password' })
  await expect
    .element(confirmation)
    .toMatchTextContent('Enter your password and a code to sign out everywhere else.')
  await userEvent.keyboard('my password')
  const code = confirmation.getByLabelText('Code or recovery code')
  await code.fill('000000')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(code)
    .toHaveAccessibleDescription(expect.stringContaining(failures['wrong-code'].message))
  await code.fill('123456')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('You have been signed out everywhere else.')).toBeVisible()
  expect(confirmed).toEqual({ password: 'my password', code: '123456' })
})

test('a download whose password is not confirmed just does not begin', async () => {
  const { screen } = await openArea({
    role: 'super-admin',
    address: screenPath('admin', 'clients'),
    answers: {
      ...twoStep(false),
      'GET /workers': () => Response.json([]),
      'POST /clients/search': () =>
        Response.json({ items: [exampleClient], total: 1, totalIsMinimum: false, nextCursor: null }),
      'POST /clients/export': refused('confirm-password'),
    },
  })
  await screen.getByRole('button', { name: 'Download CSV' }).click()
  const confirmation = screen.getByRole('dialog', { name: 'Confirm your password' })
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(screen.getByRole('button', { name: 'Download CSV' })).toBeEnabled()
  expect(screen.getByText('could not be downloaded').elements()).toEqual([])
})

test('an account without a password confirms with its passkey or at the provider [T1740]', async () => {
  const name = setUpProvider()
  const meta = { name: 'passkey-host', content: location.hostname }
  const host = Object.assign(document.createElement('meta'), meta)
  document.head.append(host)
  onTestFinished(() => host.remove())
  const { screen } = await openArea({
    role: 'manager',
    address: screenPath('manager', 'profile'),
    answers: {
      'GET /auth/two-step': () => Response.json({ isOn: true, passkeys: 1 }),
      'GET /auth/organization': () => Response.json({ isLinked: true, hasPassword: false }),
      'GET /auth/sessions': () => Response.json([]),
      'DELETE /auth/sessions': refused('confirm-password'),
      'POST /auth/confirm/options': refused('too-many-requests'),
    },
  })
  await screen.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  const question = screen.getByRole('dialog', { name: 'Confirm that it’s you' })
  await expect.element(question.getByRole('button', { name: `Sign in with ${name}` })).toBeVisible()
  await expect.element(question.getByLabelText('Password')).not.toBeInTheDocument()
  const passkey = question.getByRole('button', { name: 'Use a passkey' })
  await expect.element(passkey).toHaveFocus()
  await passkey.click()
  await expect.element(question.getByRole('alert')).toMatchTextContent(failures['too-many-requests'].message)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
})
