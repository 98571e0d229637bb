import { expect, test, vi } from 'vitest'
import { openPortal } from '#test/support/portal-screen.tsx'
import { PasswordCard } from './password-card.tsx'

const [current, next] = ['five geese at the lake', 'seven geese over the river']

/** The form of a new password; the server answers with these, one after the other. */
async function open(...answers: (() => Response | Promise<Response>)[]) {
  const save = vi.fn((_: unknown) => answers.shift()?.() ?? Response.error())
  const { screen } = await openPortal({
    screens: { '/profile': <PasswordCard /> },
    address: '/profile',
    answers: { 'POST /auth/change-password': save, 'GET /auth/sessions': () => Response.json([]) },
  })
  const button = screen.getByRole('button', { name: 'Change password' })
  const field = screen.getByLabelText('Current password', { exact: true })
  await button.click()
  await expect.element(field).toHaveFocus()
  return {
    ...{ screen, save, button, field },
    async change(old: string, confirm = next) {
      await field.fill(old)
      await screen.getByLabelText('New password', { exact: true }).fill(next)
      await screen.getByLabelText('Confirm password', { exact: true }).fill(confirm)
      await button.click()
    },
  }
}

test('mistakes in a change of password are reported at their fields, and focus returns after it', async () => {
  const message = 'This is not your current password.'
  const claims = { sub: 'e1', sid: 's2', email: 'm@example.org', name: 'Mia Berg', role: 'manager', iat: 0 }
  const token = `x.${btoa(JSON.stringify({ ...claims, exp: 9e9 }))}.x`
  const { screen, save, button, field, change } = await open(
    () => Response.json({ code: 'wrong-password', message }, { status: 403 }),
    () => Response.json({ token }),
  )
  await change('', 'something else')
  await expect.element(field).toHaveAccessibleDescription('Enter your current password.')
  await expect
    .element(screen.getByLabelText('Confirm password', { exact: true }))
    .toHaveAccessibleDescription('Passwords must match and meet length requirements.')
  expect(save).not.toHaveBeenCalled()
  await change('not my password')
  await expect.element(field).toHaveAccessibleDescription(message)
  await expect.element(field).toHaveFocus()
  await change(current)
  const status = screen.getByRole('status').filter({ hasText: 'Your password has been changed.' })
  await expect.element(status).toBeVisible()
  await expect.element(button).toHaveFocus()
  expect(save).toHaveBeenLastCalledWith({ currentPassword: current, password: next })
  expect(localStorage.getItem('token')).toBe(token)
  localStorage.clear()
})

test('a changed password without a response may be the new one', async () => {
  const { screen, change } = await open(() => Promise.reject(new TypeError('Failed to fetch')))
  await change(current)
  const alert = screen.getByRole('alert')
  await expect.element(alert).toMatchTextContent('Your password may not have been changed.')
  await expect.element(alert).toMatchTextContent('try the new password first')
})
