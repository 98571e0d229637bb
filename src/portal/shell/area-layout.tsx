import { Outlet, useLocation } from 'react-router'
import { type Area, screenPath, signInPaths } from '#contract/paths.ts'
import { organizationName } from '#portal/screen/organization.ts'
import { AreaGuard, useSession } from '#portal/session/area-guard.tsx'
import { logout } from '#portal/session/logout.ts'
import { signInWording } from '#portal/session/wording.ts'
import { Masthead } from '#ui/masthead.tsx'
import { Menu } from '#ui/menu.tsx'
import { SkipLink } from '#ui/skip-link.tsx'
import { areaTitles, isSameAddress, navigationOf } from './navigation.ts'
import { shellWording } from './wording.ts'

/** The staff shell of one area (§2): top bar, links, profile menu, and the screen. */
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
  const links = navigationOf(area).map((link) => ({ ...link, current: isSameAddress(pathname, link.href) }))
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

function ProfileMenu() {
  const { role } = useSession()
  return (
    <Menu
      label={shellWording.profile}
      icon="user"
      header={signInWording.role(role)}
      items={[
        { label: shellWording.myAccount, icon: 'user', href: signInPaths.profile },
        { label: signInWording.logout, icon: 'log-out', onSelect: () => void logout() },
      ]}
    />
  )
}
