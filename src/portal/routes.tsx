import { type ComponentType, type ErrorInfo, useEffect, useState } from 'react'
import { Navigate, type RouteObject, useRoutes } from 'react-router'
import {
  type AnyScreen,
  type Area,
  areaPaths,
  homePath,
  type ScreenDefinition,
  screenPath,
  screens,
  screensOf,
} from '#contract/paths.ts'
import type { IconName } from '#ui/icon.tsx'
import { call } from './calls/call.ts'
import { ClientListScreen } from './clients/client-list-screen.tsx'
import { DashboardScreen } from './dashboard/dashboard-screen.tsx'
import { LoadedScreen, type ScreenCode, screenLoader } from './screen/loaded-screen.tsx'
import { newScreenMemory, ScreenMemoryContext } from './screen/screen-memory.ts'
import { redirectTo } from './session/redirects.ts'
import { AreaLayout, type AreaLink } from './shell/area-layout.tsx'

interface ScreenRoute extends ScreenCode {
  /** Its link in the navigation of its areas (docs/product.md 55), in the order of `contract/paths.ts`. */
  link?: { label: string | Record<Area, string>; icon: IconName; frequent?: true }
  /** In the profile menu, by its title. */
  menuIcon?: IconName
  /** Above the heading is a link back, whose place is kept while the code is loading. */
  hasWayBack?: true
}

/**
 * The code of a screen is loaded when the screen is first opened. That of the two with which every day begins is part of the
 * portal's own: it is small, and need not wait until the portal has started.
 */
const screenRoutes = {
  dashboard: {
    open: () => DashboardScreen,
    link: { label: 'Dashboard', icon: 'home', frequent: true },
  },
  clients: {
    open: () => ClientListScreen,
    link: { label: 'Clients', icon: 'users', frequent: true },
  },
  addClient: {
    ...screenLoader(async () => (await import('./clients/add-client-screen.tsx')).AddClientScreen),
    link: { label: 'Add Client', icon: 'plus', frequent: true },
  },
  editClient: screenLoader(async () => (await import('./clients/edit-client-screen.tsx')).EditClientScreen),
  clientDetails: { ...screenLoader(loadClientDetails), hasWayBack: true },
  clientNotes: screenLoader(async () => (await import('./notes/notes-panel-screen.tsx')).NotesPanelScreen),
  clientNotesReport: {
    ...screenLoader(async () => (await import('./notes/report/notes-report-screen.tsx')).NotesReportScreen),
    hasWayBack: true,
  },
  userManagement: {
    ...screenLoader(
      async () => (await import('./employees/user-management-screen.tsx')).UserManagementScreen,
    ),
    link: { label: 'Manage Users', icon: 'id-card' },
  },
  addEmployee: {
    ...screenLoader(async () => (await import('./employees/add-employee-screen.tsx')).AddEmployeeScreen),
    link: { label: 'Add Employee', icon: 'user' },
  },
  adminLinks: {
    ...screenLoader(async () => (await import('./links/links-screen.tsx')).AdminLinksScreen),
    link: { label: 'Admin Link', icon: 'external' },
  },
  resources: {
    ...screenLoader(async () => (await import('./links/links-screen.tsx')).ResourcesScreen),
    link: { label: 'Resources', icon: 'external', frequent: true },
  },
  training: {
    ...screenLoader(async () => (await import('./training/training-screen.tsx')).AdminTrainingScreen),
    link: { label: 'Administrative Training', icon: 'file' },
  },
  employeeTraining: {
    ...screenLoader(async () => (await import('./training/training-screen.tsx')).EmployeeTrainingScreen),
    link: { label: { admin: 'Employee Training', manager: 'Training' }, icon: 'hands' },
  },
  contactMessages: {
    ...screenLoader(
      async () => (await import('./contact-messages/contact-messages-screen.tsx')).ContactMessagesScreen,
    ),
    link: { label: 'Message List', icon: 'mail', frequent: true },
  },
  serviceLog: {
    ...screenLoader(async () => (await import('./service-log/service-log-screen.tsx')).ServiceLogScreen),
    menuIcon: 'edit',
  },
  auditTrail: {
    ...screenLoader(async () => (await import('./audit/audit-trail-screen.tsx')).AuditTrailScreen),
    menuIcon: 'clock',
  },
  deletedRecords: {
    ...screenLoader(
      async () => (await import('./deleted-records/deleted-records-screen.tsx')).DeletedRecordsScreen,
    ),
    menuIcon: 'trash',
  },
  profile: screenLoader(async () => (await import('./profile/profile-screen.tsx')).ProfileScreen),
} satisfies Record<AnyScreen, ScreenRoute>

/** Combines client details with notes, follow-ups, papers and disclosures, because the clients feature must not import the others. */
async function loadClientDetails(): Promise<ComponentType> {
  const [
    { ClientDetailsScreen },
    { NotesOfClient },
    { FollowUpsOfClient },
    { PapersOfClient },
    { Disclosures },
  ] = await Promise.all([
    import('./clients/client-details-screen.tsx'),
    import('./notes/notes-of-client.tsx'),
    import('./follow-ups/follow-ups-of-client.tsx'),
    import('./papers/papers-of-client.tsx'),
    import('./record-packet/disclosures.tsx'),
  ])
  return () => (
    <ClientDetailsScreen
      work={(client) => (
        <>
          <FollowUpsOfClient clientId={client.id} />
          <PapersOfClient clientId={client.id} />
          <Disclosures client={client} />
          <NotesOfClient clientId={client.id} />
        </>
      )}
    />
  )
}

function linksOf(area: Area): AreaLink[] {
  return screensOf(area).flatMap((screen): AreaLink[] => {
    const { link, menuIcon }: ScreenRoute = screenRoutes[screen]
    const { title, needs }: ScreenDefinition = screens[screen]
    const href = screenPath(area, screen)
    if (menuIcon) return [{ href, label: title, icon: menuIcon, needs, inMenu: true }]
    if (!link) return []
    const label = typeof link.label === 'string' ? link.label : link.label[area]
    return [{ ...link, label, needs, href }]
  })
}

function areaRoutes(area: Area): RouteObject {
  return {
    path: areaPaths[area],
    element: <AreaLayout area={area} links={linksOf(area)} />,
    children: [
      { index: true, element: <Navigate to={screenPath(area, 'dashboard')} replace /> },
      ...screensOf(area).map((screen) => {
        const { path, title } = screens[screen]
        const code: ScreenRoute = screenRoutes[screen]
        const heading = { title, hasWayBack: code.hasWayBack ?? false }
        return {
          path,
          element: <LoadedScreen heading={heading} code={code} onFailure={reportFailureOf(screen)} />,
        }
      }),
      { path: '*', element: <RedirectHome /> },
    ],
  }
}

const reported = new Set<string>()

/**
 * Reports once to the server's log what failed and where in the scripts, without the error's message and the address, which
 * may quote a record.
 */
const reportFailureOf = (screen: AnyScreen) => (failure: Error, info: ErrorInfo) => {
  const placesIn = (stack: string | null | undefined) =>
    Array.from(stack?.matchAll(/\/assets\/([\w-]+\.js:\d+:\d+)/g) ?? [], ([, place = '']) => place).slice(
      0,
      4,
    )
  const at = [...placesIn(failure.stack), ...placesIn(info.componentStack)]
  const body = { screen, error: failure.name, at }
  const report = JSON.stringify(body)
  if (reported.has(report)) return
  reported.add(report)
  // The screen already says that something is wrong.
  call('POST /screen-errors', { body }).catch(() => undefined)
}

const areas = Object.keys(areaPaths) as Area[]

const routes: RouteObject[] = [...areas.map(areaRoutes), { path: '*', element: <RedirectHome /> }]

export function PortalRoutes() {
  usePreloadedScreens()
  const [memory] = useState(newScreenMemory)
  return <ScreenMemoryContext value={memory}>{useRoutes(routes)}</ScreenMemoryContext>
}

/** Milliseconds: the first screen loads first. */
const preloadDelay = 2000

/**
 * Loads the chunks of the daily screens ahead. Only the chunks: reading a record that was never opened would leave a row in
 * the audit trail.
 */
function usePreloadedScreens(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // The click reports a failure.
      for (const { preload } of [screenRoutes.clientDetails, screenRoutes.clientNotes])
        preload().catch(() => undefined)
    }, preloadDelay)
    return () => clearTimeout(timer)
  }, [])
}

/** docs/product.md 59. */
function RedirectHome() {
  useEffect(() => redirectTo(homePath), [])
  return null
}
