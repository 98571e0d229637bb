import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { failures } from '#contract/failures.ts'
import { screenPath } from '#contract/paths.ts'
import { amina } from '#test/support/people.ts'
import { openArea } from '#test/support/portal-area.tsx'

const id = 'e2'
const employee = { ...amina, id, _id: id, hasPassword: false, hasTwoStep: false, version: 1 }

test('a super-admin confirms the password and goes on [T296]', async () => {
  const refused = (code: 'confirm-password' | 'wrong-password') => () =>
    Response.json({ code, message: failures[code].message }, { status: failures[code].status })
  const needed = refused('confirm-password')
  const deletions = [needed, needed, () => new Response(null, { status: 204 })]
  const confirmations = [refused('wrong-password'), () => Response.json({ message: 'Done.' })]
  const confirmed: unknown[] = []
  const next = (answers: (() => Response)[]) => () => answers.shift()?.() ?? Response.error()
  const { screen } = await openArea({
    role: 'super-admin',
    address: screenPath('admin', 'userManagement'),
    answers: {
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
  await expect.element(confirmation).toMatchTextContent('Enter it again to delete this employee.')
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
