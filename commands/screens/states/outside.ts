import { publicPaths, signInPaths } from '#contract/paths.ts'
import { pretending, refusing } from '../answers.ts'
import type { Screen } from '../screen-list.ts'
import { afterwards, fill, inOrder, installClock, press, stopClock } from './acts.ts'

const { contact, home } = publicPaths
const { login, forgotPassword, setPassword, unauthorized } = signInPaths

const message = { Name: 'Rosa Lindqvist', Email: 'rosa@example.org', Message: 'I need a home by May.' }
const account = { Email: 'nobody@example.org', Password: 'not the right one' }
const password = { 'New Password': 'four words in a row', 'Confirm Password': 'four words in a row' }

/** The public pages and those around signing in. */
export function statesOutside(): Screen[] {
  return [
    { name: 'home-cookie-banner', path: home, unasked: true },
    { name: 'contact-incomplete', path: contact, act: press('Send message') },
    {
      name: 'contact-form-sent',
      path: contact,
      before: inOrder(installClock, pretending('POST', '**/api/contact', {}, 201)),
      act: inOrder(fill(message), press('Send message'), stopClock),
    },
    {
      name: 'contact-failing',
      path: contact,
      before: inOrder(installClock, refusing('POST')),
      act: inOrder(fill(message), press('Send message'), stopClock),
    },
    { name: 'login-incomplete', path: login, act: press('Login') },
    { name: 'login-refused', path: login, act: inOrder(fill(account), press('Login'), afterwards) },
    {
      name: 'login-failing',
      path: login,
      before: refusing('POST'),
      act: inOrder(fill(account), press('Login')),
    },
    { name: 'forgot-password-incomplete', path: forgotPassword, act: press('Send Reset Link') },
    {
      name: 'forgot-password-sent',
      path: forgotPassword,
      act: inOrder(fill({ Email: 'nobody@example.org' }), press('Send Reset Link'), afterwards),
    },
    { name: 'set-password-ready', path: `${setPassword}?token=x` },
    { name: 'set-password-incomplete', path: `${setPassword}?token=x`, act: press('Set Password') },
    {
      name: 'set-password-refused',
      path: `${setPassword}?token=x`,
      act: inOrder(fill(password), press('Set Password'), afterwards),
    },
    { name: 'unauthorized-manager', path: unauthorized, role: 'manager' },
  ]
}
