import { expect, test } from 'vitest'
import { signInPaths } from '#contract/paths.ts'
import { openPortal } from '#test/support/portal-screen.tsx'
import { ForgotPasswordScreen } from './forgot-password-screen.tsx'

const address = signInPaths.forgotPassword

test('asking for a reset link shows a mistake, a failure, waiting and success [T951]', async () => {
  const late = Promise.withResolvers<Response>()
  const answers = [() => Promise.reject(new TypeError('Failed to fetch')), () => late.promise]
  const { screen, requests } = await openPortal({
    screens: { [address]: <ForgotPasswordScreen /> },
    address,
    answers: { 'POST /auth/forgot': () => answers.shift()?.() ?? Response.error() },
  })
  const [email, send] = [
    screen.getByLabelText('Email'),
    screen.getByRole('button', { name: 'Send Reset Link' }),
  ]
  await email.fill('forgetful')
  await send.click()
  await expect.element(screen.getByText('Please enter a valid email address.')).toBeVisible()
  expect(requests).toEqual([])

  await email.fill('forgetful@example.org')
  await send.click()
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent('Something went wrong. Please try again later.')
  await expect.element(email).toHaveValue('forgetful@example.org')
  await send.click()
  await expect.element(screen.getByRole('button', { name: 'Sending...' })).toBeVisible()
  late.resolve(Response.json({ message: 'Done.' }))
  const sent = 'If an account exists, a password reset link has been sent to your email.'
  await expect.element(screen.getByRole('status').filter({ hasText: sent })).toBeVisible()
  await expect.element(email).toHaveValue('')
  await expect
    .element(screen.getByRole('link', { name: 'Back to login' }))
    .toHaveAttribute('href', signInPaths.login)
})
