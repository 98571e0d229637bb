import { expect, onTestFinished, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { screenPath } from '#contract/paths.ts'
import { UnauthorizedScreen } from './unauthorized-screen.tsx'

test.each([
  ['the own area', screenPath('admin', 'userManagement'), 'Go to your dashboard', '/manager/dashboard'],
  [
    'the same screen there',
    `${screenPath('admin', 'clients')}?status=pending`,
    'Open this page in your area',
    '/manager/clients?status=pending',
  ],
])(
  'a manager without access reads so, with the role, and is offered %s [T954]',
  async (_, wanted, name, href) => {
    const claims = {
      sub: 'e1',
      sid: 's1',
      email: 'm@example.org',
      name: 'Mia',
      role: 'manager',
      iat: 0,
      exp: 9e9,
    }
    localStorage.setItem('token', `x.${btoa(JSON.stringify(claims))}.x`)
    sessionStorage.setItem('wantedAddress', wanted)
    onTestFinished(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    const screen = await render(<UnauthorizedScreen />)
    await expect.element(screen.getByText('This account has no access to that area.')).toBeVisible()
    await expect.element(screen.getByText('Role: manager')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Logout' })).toBeVisible()
    await expect.element(screen.getByRole('link')).toHaveTextContent(name)
    await expect.element(screen.getByRole('link')).toHaveAttribute('href', href)
  },
)
