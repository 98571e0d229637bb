import '#ui/badge.css'
import '#ui/masthead-sheet.css'
import './area-masthead.css'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { can } from '#contract/access/permissions.ts'
import { type Area, screenPath, signInPaths } from '#contract/paths.ts'
import { isFailure } from '#portal/calls/call-failure.ts'
import { useUnreadMessages } from '#portal/contact-messages/unread.ts'
import { Palette } from '#portal/palette/palette.tsx'
import { type AreaScreen, screenAt } from '#portal/screen/area.ts'
import { Person } from '#portal/screen/person.tsx'
import { organizationName } from '#portal/screen/screen-title.tsx'
import { screenWording } from '#portal/screen/wording.ts'
import { useSession } from '#portal/session/use-session.ts'
import { logout } from '#portal/sign-in/logout.ts'
import { Masthead, SkipLink } from '#ui/masthead.tsx'
import { Menu } from '#ui/menu.tsx'
import { useToast } from '#ui/toast.tsx'
import { AreaGuard } from './area-guard.tsx'
import { KeepDrafts } from './keep-drafts.tsx'

const areaTitles = { admin: 'Admin Panel', manager: 'Manager Portal' } as const satisfies Record<Area, string>

type AreaProps = { area: Area; screens: readonly AreaScreen[] }

/** The staff shell of one area: top bar, links, profile menu, and the screen. */
export function AreaLayout({ area, screens, children }: AreaProps & { children: ReactNode }) {
  return (
    <AreaGuard area={area}>
      <SkipLink />
      <AreaMasthead area={area} screens={screens} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <KeepDrafts />
      <MergedAddress />
    </AreaGuard>
  )
}

/** The address of a record that was merged leads to the client that has it now (docs/product.md 125). */
function MergedAddress() {
  const queries = useQueryClient()
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const toast = useToast()
  useEffect(() => {
    const id = screenAt(pathname)?.clientId
    if (!id) return undefined
    const stop = queries.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      const { error } = event.action
      if (!isFailure(error, 'merged') || !error.mergedInto || !event.query.queryKey.includes(id)) return
      stop()
      navigate({ pathname: pathname.replace(id, error.mergedInto), search, hash }, { replace: true })
      toast({ text: 'The record was merged into the one shown now.', lasts: true })
    })
    return stop
  }, [queries, pathname, search, hash, navigate, toast])
  return null
}

function AreaMasthead({ area, screens }: AreaProps) {
  const { pathname: shown } = useLocation()
  const { location: next } = useNavigation()
  // A link is current from the click on, while the code of its screen is loading.
  const pathname = next?.pathname ?? shown
  const { data: unread } = useUnreadMessages()
  const { role } = useSession()
  const isAboutClient = screenAt(pathname)?.clientId !== undefined
  const allowed = screens
    .filter(({ needs }) => !needs || can(role, needs))
    .map((screen) => ({ ...screen, href: screenPath(area, screen.name) }))
  return (
    <Masthead
      name={organizationName()}
      detail={areaTitles[area]}
      homeHref={screenPath(area, 'dashboard')}
      links={allowed
        .filter(({ link }) => link === 'navigation' || link === 'frequent')
        .map(({ name, href, label, icon, link }) => ({
          href,
          label,
          icon,
          frequent: link === 'frequent',
          current: isSameAddress(pathname, href),
          within: name === 'clients' && isAboutClient,
          count: name === 'contactMessages' ? countOf(unread) : undefined,
        }))}
      side={
        <>
          <Palette area={area} screens={allowed} />
          <ProfileMenu
            items={allowed
              .filter(({ link }) => link === 'menu')
              .map(({ href, label, icon }) => ({ href, label, icon }))}
          />
        </>
      }
    />
  )
}

/** The router ignores a trailing slash. */
export function isSameAddress(pathname: string, href: string): boolean {
  return pathname.replace(/(?<=.)\/+$/, '') === href
}

/** docs/product.md 55: the count is beside its link, not part of the link's name. */
function countOf(unread: number | undefined) {
  return unread ? { value: unread, label: `${unread.toLocaleString('en-US')} unread` } : undefined
}

function ProfileMenu({ items }: Pick<ComponentProps<typeof Menu>, 'items'>) {
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
        ...items,
        { label: screenWording.logout, icon: 'log-out', onSelect: () => void logout() },
      ]}
    />
  )
}
