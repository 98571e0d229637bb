import '#ui/masthead-rows.css'
import { Outlet, useLocation } from 'react-router'
import { can } from '#contract/access/permissions.ts'
import { type Area, screenPath, signInPaths } from '#contract/paths.ts'
import { useUnreadMessages } from '#portal/contact-messages/unread.ts'
import { organizationName } from '#portal/screen/screen-title.tsx'
import { navigationOf } from '#portal/screen/screens.ts'
import { screenWording } from '#portal/screen/wording.ts'
import { useSession } from '#portal/session/use-session.ts'
import { logout } from '#portal/sign-in/logout.ts'
import { Masthead, SkipLink } from '#ui/masthead.tsx'
import { Menu } from '#ui/menu.tsx'
import { EmailAddress } from '#ui/unbroken-text.tsx'
import { AreaGuard } from './area-guard.tsx'

const areaTitles = { admin: 'Admin Panel', manager: 'Manager Portal' } as const satisfies Record<Area, string>

const wording = {
  profile: 'Profile',
  myAccount: 'My Account',
  auditTrail: 'Audit Trail',
  unread: (count: number) => `${count.toLocaleString('en-US')} unread`,
} as const

/** The staff shell of one area: top bar, links, profile menu, and the screen. */
export function AreaLayout({ area }: { area: Area }) {
  return (
    <AreaGuard area={area}>
      <SkipLink />
      <AreaMasthead area={area} />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </AreaGuard>
  )
}

function AreaMasthead({ area }: { area: Area }) {
  const { pathname } = useLocation()
  const unread = useUnreadMessages()
  const links = navigationOf(area).map((link) => ({
    ...link,
    current: isSameAddress(pathname, link.href),
    count: link.href === messageListHref ? countOf(unread) : undefined,
  }))
  return (
    <Masthead
      arrangement="rows"
      name={organizationName()}
      detail={areaTitles[area]}
      homeHref={screenPath(area, 'dashboard')}
      links={links}
      side={<ProfileMenu />}
    />
  )
}

/** The router ignores a trailing slash. */
export function isSameAddress(pathname: string, href: string): boolean {
  return pathname.replace(/(?<=.)\/+$/, '') === href
}

const messageListHref = screenPath('admin', 'contactMessages')

/** docs/product.md 55: the count is beside its link, not part of the link's name. */
function countOf(unread: number | undefined) {
  return unread ? { value: unread, label: wording.unread(unread) } : undefined
}

/** docs/product.md 55: not in the navigation. */
const auditTrail = {
  label: wording.auditTrail,
  icon: 'clock',
  href: screenPath('admin', 'auditTrail'),
} as const

function ProfileMenu() {
  const { role, email } = useSession()
  return (
    <Menu
      label={wording.profile}
      icon="user"
      header={
        <>
          <strong>
            <EmailAddress address={email} />
          </strong>
          <span>{screenWording.role(role)}</span>
        </>
      }
      items={[
        { label: wording.myAccount, icon: 'user', href: signInPaths.profile },
        ...(can(role, 'audit:read') ? [auditTrail] : []),
        { label: screenWording.logout, icon: 'log-out', onSelect: () => void logout() },
      ]}
    />
  )
}
