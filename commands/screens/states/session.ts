import { screenPath } from '#contract/paths.ts'
import { refusing } from '../answers.ts'
import { roleOf, type Screen } from '../screen-list.ts'
import { afterwards, fill, inOrder, press } from './acts.ts'

const passwords = {
  'Current Password': 'not the right one',
  'New Password': 'four words in a row',
  'Confirm Password': 'four words in a row',
}

/** The frame around every screen, and the own account. */
export function statesOfSession(clientId: string): Screen[] {
  const role = roleOf.manager
  const dashboard = screenPath('manager', 'dashboard')
  const profile = screenPath('manager', 'profile')
  const openMenu = inOrder((page) => page.setViewportSize({ width: 375, height: 812 }), press('Menu'))
  return [
    { name: 'manager-menu', path: dashboard, role, act: openMenu },
    { name: 'admin-menu', path: screenPath('admin', 'dashboard'), role: roleOf.admin, act: openMenu },
    { name: 'manager-profile-menu', path: dashboard, role, act: press('Profile') },
    {
      name: 'manager-session-warning',
      path: screenPath('manager', 'clientNotes', clientId),
      role,
      before: (page) => page.clock.install(),
      act: inOrder(fill({ 'New Weekly Note': 'Half a thought' }), (page) => page.clock.fastForward('28:05')),
    },
    {
      name: 'manager-broken-screen',
      path: dashboard,
      role,
      before: (page) => page.route(/dashboard-screen/, (route) => route.abort()),
    },
    {
      name: 'manager-profile-password',
      path: profile,
      role,
      act: inOrder(press('Change password'), fill(passwords), press('Change password'), afterwards),
    },
    {
      name: 'manager-profile-other-devices',
      path: profile,
      role,
      before: refusing('POST', '**/api/auth/logout-others'),
      act: inOrder(press('Sign out everywhere else'), press('Sign out'), afterwards),
    },
  ]
}
