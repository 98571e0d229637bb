import { expect, test } from 'vitest'
import { type Answers, openPortal } from '#test/support/portal-screen.tsx'
import { SetPasswordScreen } from './set-password-screen.tsx'

const address = '/set-password'

async function open(answers: Answers) {
  sessionStorage.setItem('linkToken', 'one-time')
  return await openPortal({ screens: { [address]: <SetPasswordScreen /> }, address, answers })
}

test('names the account of the link before a password is typed', async () => {
  const { screen, requests } = await open({
    'POST /auth/link': () => Response.json({ email: 'amina@example.org' }),
  })
  await expect.element(screen.getByText('Account: amina@example.org')).toBeVisible()
  const password = screen.getByLabelText('New password', { exact: true })
  await expect.element(password).toHaveFocus()
  expect(requests).toEqual(['POST /auth/link'])
})

test('says that a link has expired before a password is typed', async () => {
  const message = 'This link is no longer valid. Ask for a new one.'
  const expired = () => Response.json({ code: 'link-not-valid', message }, { status: 400 })
  const { screen } = await open({ 'POST /auth/link': expired })
  await expect.element(screen.getByText(message)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Forgot Password' })).toBeVisible()
  await expect.element(screen.getByLabelText('New password', { exact: true })).toHaveValue('')
})

test('shows the form when the link cannot be checked', async () => {
  const { screen } = await open({ 'POST /auth/link': () => Promise.reject(new TypeError('Failed to fetch')) })
  await expect.element(screen.getByLabelText('New password', { exact: true })).toBeVisible()
})
