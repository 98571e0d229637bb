import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { failures } from '#contract/failures.ts'
import { setUpProvider } from '#test/support/provider-name.ts'
import { LoginScreen } from './login-screen.tsx'

const email = 'amina@example.org'

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

/** The login screen, and what the server is asked. */
async function open() {
  const server = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', server)
  const screen = await render(
    <MemoryRouter>
      <LoginScreen />
    </MemoryRouter>,
  )
  const login = screen.getByRole('button', { name: 'Login', exact: true })
  const signIn = async () => {
    await screen.getByLabelText('Email').fill(email)
    await screen.getByLabelText('Password', { exact: true }).fill('four words in a row')
    await login.click()
  }
  return { screen, server, login, signIn }
}

test('shows its title, and the password on request [T39]', async () => {
  const { screen } = await open()
  await expect.element(screen.getByText('Admin / Employee Login')).toBeVisible()
  const forgotten = screen.getByRole('link', { name: 'Forgot Password' })
  await expect.element(forgotten).toHaveAttribute('href', '/forgot-password')
  const password = screen.getByLabelText('Password', { exact: true })
  await expect.element(password).toHaveAttribute('type', 'password')
  await screen.getByRole('button', { name: 'Show password' }).click()
  await expect.element(password).toHaveAttribute('type', 'text')
  await screen.getByRole('button', { name: 'Hide password' }).click()
  await expect.element(password).toHaveAttribute('type', 'password')
})

test('opens with focus in the first empty field, but not on touch', async () => {
  const { screen } = await open()
  await expect.element(screen.getByLabelText('Email')).toHaveFocus()
  await screen.unmount()
  localStorage.setItem('savedEmail', email)
  const again = await open()
  await expect.element(again.screen.getByLabelText('Password', { exact: true })).toHaveFocus()
  await again.screen.unmount()
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query !== '(pointer: fine)' }))
  await open()
  expect(document.activeElement).not.toBeInstanceOf(HTMLInputElement)
})

test('names the missing fields of an empty form, and sends no request [T82]', async () => {
  const { screen, server, login } = await open()
  await login.click()
  await expect.element(screen.getByText('Email is required.')).toBeVisible()
  await expect.element(screen.getByText('Password is required.')).toBeVisible()
  await expect.element(screen.getByLabelText('Email')).toHaveFocus()
  expect(server).not.toHaveBeenCalled()
})

test('shows "Logging in...", then that the server does not answer, and keeps what was typed [T83]', async () => {
  const { screen, server, login, signIn } = await open()
  const { promise, reject } = Promise.withResolvers<Response>()
  server.mockReturnValue(promise)
  await signIn()
  await expect.element(screen.getByRole('button', { name: 'Logging in...' })).toBeVisible()
  reject(new TypeError('Failed to fetch'))
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Login failed')
  await expect.element(screen.getByRole('alert')).toMatchTextContent('The server is not responding.')
  await expect.element(login).toBeEnabled()
  await expect.element(screen.getByLabelText('Email')).toHaveValue(email)
})

test('says how long to wait after too many attempts', async () => {
  const { screen, server, signIn } = await open()
  const message = 'Too many attempts. Please wait a moment and try again.'
  const headers = { 'retry-after': '8' }
  server.mockResolvedValue(Response.json({ code: 'too-many-requests', message }, { status: 429, headers }))
  await signIn()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(message)
  await expect.element(screen.getByRole('alert')).toMatchTextContent('You can try again in 8 seconds.')
  await expect.element(screen.getByLabelText('Password', { exact: true })).toHaveFocus()
})

test('reports a device whose clock is ahead by more than a session, and stores no token', async () => {
  const { screen, server, signIn } = await open()
  const hours = 60 * 60
  const iat = Math.floor(Date.now() / 1000) - 13 * hours
  const claims = { sub: 'x', sid: 'x', email, name: 'X', role: 'manager', iat, exp: iat + 12 * hours }
  server.mockResolvedValue(Response.json({ token: `x.${btoa(JSON.stringify(claims))}.x` }))
  await signIn()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Login failed')
  await expect.element(screen.getByRole('alert')).toMatchTextContent('This device’s clock is far ahead.')
  expect(localStorage.getItem('token')).toBeNull()
})

test('saves a checked user name when the form is sent, even if the login fails [T97]', async () => {
  const { screen, server, signIn } = await open()
  server.mockRejectedValue(new TypeError('Failed to fetch'))
  await screen.getByLabelText('Save username').click()
  await signIn()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  expect(localStorage.getItem('savedEmail')).toBe(email)
})

test('saves no user name while the email is empty', async () => {
  const { screen, login } = await open()
  await screen.getByLabelText('Save username').click()
  await login.click()
  await expect.element(screen.getByText('Email is required.')).toBeVisible()
  expect(localStorage).toHaveLength(0)
})

test('restores a saved user name, and removes it when the form is sent unchecked [T40]', async () => {
  localStorage.setItem('savedEmail', email)
  const { screen, login } = await open()
  await expect.element(screen.getByLabelText('Email')).toHaveValue(email)
  await expect.element(screen.getByLabelText('Save username')).toBeChecked()
  await screen.getByLabelText('Save username').click()
  expect(localStorage.getItem('savedEmail'), 'before it is sent').toBe(email)
  await login.click()
  expect(localStorage.getItem('savedEmail')).toBeNull()
})

test('asks for a code after the password, or for a recovery code', async () => {
  const { screen, server, signIn } = await open()
  const answer = (code: string, message: string) => Response.json({ code, message }, { status: 401 })
  server.mockResolvedValueOnce(answer('second-step-needed', 'Enter your code.'))
  await signIn()
  const code = screen.getByRole('textbox', { name: 'Code' })
  await expect.element(code).toHaveFocus()
  await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code')
  server.mockResolvedValueOnce(answer('wrong-code', failures['wrong-code'].message))
  await userEvent.keyboard('000 000{Enter}')
  await expect.element(code).toHaveAccessibleDescription(/Enter the next code that your app shows\./)

  await screen.getByRole('button', { name: 'Use a recovery code' }).click()
  const recoveryCode = screen.getByLabelText('Recovery code')
  await expect.element(recoveryCode).toHaveFocus()
  server.mockReturnValueOnce(new Promise(() => {}))
  await recoveryCode.fill('aaaa-1')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => server.mock.calls).toHaveLength(3)
  const sent = JSON.parse(`${server.mock.lastCall?.[1]?.body}`)
  expect(sent).toEqual({ email, password: 'four words in a row', code: 'aaaa-1' })
})

test('offers the organization’s account only where it is set up, and stays usable if the provider is away [T1545]', async () => {
  const { screen } = await open()
  await expect.element(screen.getByLabelText('Email')).toBeVisible()
  await expect
    .element(screen.getByRole('button', { name: 'Sign in with Example ID' }))
    .not.toBeInTheDocument()
  await screen.unmount()
  setUpProvider()
  sessionStorage.setItem('wantedAddress', '/manager/clients')
  onTestFinished(() => sessionStorage.removeItem('wantedAddress'))
  const { screen: again, server } = await open()
  const { code, message } = {
    code: 'provider-unavailable',
    message: failures['provider-unavailable'].message,
  }
  server.mockResolvedValueOnce(Response.json({ code, message }, { status: 503 }))
  server.mockResolvedValueOnce(Response.json({ url: '#gone' }))
  const button = again.getByRole('button', { name: 'Sign in with Example ID' })
  await button.click()
  await expect.element(again.getByRole('alert')).toMatchTextContent(message)
  await button.click()
  await expect.poll(() => location.hash).toBe('#gone')
  history.replaceState(null, '', location.pathname + location.search)
  expect(server.mock.calls.map(([, init]) => JSON.parse(String(init?.body)))).toEqual([
    { returnTo: '/manager/clients' },
    { returnTo: '/manager/clients' },
  ])
})

test('offers once to sign out of the provider after a logout there', async () => {
  setUpProvider()
  sessionStorage.setItem('endSessionUrl', 'https://login.example.org/out')
  const { screen } = await open()
  await expect
    .element(screen.getByRole('link', { name: 'sign out of Example ID' }))
    .toHaveAttribute('href', 'https://login.example.org/out')
  expect(sessionStorage.getItem('endSessionUrl')).toBeNull()
})
