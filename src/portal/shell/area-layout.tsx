import '#ui/masthead-rows.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { matchPath, Outlet, useLocation } from 'react-router'
import { can, type Permission } from '#contract/access/permissions.ts'
import { type Area, screenPath, screenPattern, screensOf, signInPaths } from '#contract/paths.ts'
import { useUnreadMessages } from '#portal/contact-messages/unread.ts'
import { hasTextToStore, mayLogOut, storeDrafts, watchDrafts } from '#portal/drafts/drafts.ts'
import { draftsQuery } from '#portal/drafts/queries.ts'
import { Palette } from '#portal/palette/palette.tsx'
import { Person } from '#portal/screen/person.tsx'
import { organizationName } from '#portal/screen/screen-title.tsx'
import { screenWording } from '#portal/screen/wording.ts'
import { watchUnstoredText } from '#portal/session/held-page.ts'
import { useSession } from '#portal/session/use-session.ts'
import { askBeforeLogout, logout } from '#portal/sign-in/logout.ts'
import type { IconName } from '#ui/icon.tsx'
import { Masthead, type MastheadLink, SkipLink } from '#ui/masthead.tsx'
import { Menu } from '#ui/menu.tsx'
import { AreaGuard } from './area-guard.tsx'

const areaTitles = { admin: 'Admin Panel', manager: 'Manager Portal' } as const satisfies Record<Area, string>

export type AreaLink = MastheadLink & {
  icon: IconName
  /** docs/product.md 55: not in the navigation. */
  inMenu?: true
  /** For roles that have it. */
  needs: Permission | undefined
}

type AreaProps = { area: Area; links: readonly AreaLink[] }

/** The staff shell of one area: top bar, links, profile menu, and the screen. */
export function AreaLayout({ area, links }: AreaProps) {
  return (
    <AreaGuard area={area}>
      <SkipLink />
      <AreaMasthead area={area} links={links} />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Drafts />
    </AreaGuard>
  )
}

/** Loads what this person left unsaved, while the first screen loads, and stores what is typed. */
function Drafts() {
  useQuery(draftsQuery)
  useEffect(() => {
    const controller = new AbortController()
    watchDrafts(controller.signal)
    askBeforeLogout(mayLogOut)
    watchUnstoredText({ exists: hasTextToStore, store: () => storeDrafts(false) })
    return () => controller.abort()
  }, [])
  return null
}

function AreaMasthead({ area, links }: AreaProps) {
  const { pathname } = useLocation()
  const unread = useUnreadMessages()
  const { role } = useSession()
  const allowed = links.filter(({ needs }) => !needs || can(role, needs))
  const linksNow = allowed
    .filter(({ inMenu }) => !inMenu)
    .map((link) => ({
      ...link,
      current: isSameAddress(pathname, link.href),
      within: link.href === screenPath(area, 'clients') && isOfClient(area, pathname),
      count: link.href === messageListHref ? countOf(unread) : undefined,
    }))
  return (
    <Masthead
      arrangement="rows"
      name={organizationName()}
      detail={areaTitles[area]}
      homeHref={screenPath(area, 'dashboard')}
      links={linksNow}
      side={
        <>
          <Palette area={area} links={allowed} />
          <ProfileMenu links={allowed.filter(({ inMenu }) => inMenu)} />
        </>
      }
    />
  )
}

/** Whether it is a screen about one client. */
const isOfClient = (area: Area, pathname: string) =>
  screensOf(area).some((screen) => {
    const pattern = screenPattern(area, screen)
    return pattern.includes(':id') && matchPath(pattern, pathname)
  })

/** The router ignores a trailing slash. */
export function isSameAddress(pathname: string, href: string): boolean {
  return pathname.replace(/(?<=.)\/+$/, '') === href
}

const messageListHref = screenPath('admin', 'contactMessages')

/** docs/product.md 55: the count is beside its link, not part of the link's name. */
function countOf(unread: number | undefined) {
  return unread ? { value: unread, label: `${unread.toLocaleString('en-US')} unread` } : undefined
}

function ProfileMenu({ links }: Pick<AreaProps, 'links'>) {
  const { role, email, name = '' } = useSession()
  return (
    <Menu
      label="Profile"
      icon="user"
      header={
        <>
          <Person name={name} email={email} />
          <span>{screenWording.role(role)}</span>
        </>
      }
      items={[
        { label: 'My Account', icon: 'user', href: signInPaths.profile },
        ...links,
        { label: screenWording.logout, icon: 'log-out', onSelect: () => void logout() },
      ]}
    />
  )
}
