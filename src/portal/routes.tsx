import { type ComponentType, type ErrorInfo, useEffect } from 'react'
import { type Location, Navigate, type RouteObject, redirect, redirectDocument } from 'react-router'
import { ownArea } from '#contract/access/areas.ts'
import {
  type AnyScreen,
  type Area,
  areaPaths,
  homePath,
  type ScreenDefinition,
  screenPath,
  screens,
  screensOf,
  signInPaths,
} from '#contract/paths.ts'
import { call } from './calls/call.ts'
import { ClientListScreen } from './clients/client-list-screen.tsx'
import { DashboardScreen } from './dashboard/dashboard-screen.tsx'
import { type AreaScreen, screenAt } from './screen/area.ts'
import { PortalFrame } from './screen/portal-frame.tsx'
import { BrokenScreen, CurrentScreen, ScreenSkeleton } from './screen/screen-fallbacks.tsx'
import { redirectTo } from './session/redirects.ts'
import { currentSession } from './session/stored-session.ts'
import { loadDialogs } from './session-watch/use-dialogs.ts'
import { AreaLayout } from './shell/area-layout.tsx'

/** Title, areas and permission of the screen are in `contract/paths.ts`. */
type ScreenRoute = Partial<Pick<AreaScreen, 'icon' | 'link' | 'isAction'>> & {
  /** The text of its link, if it is not the title. */
  label?: string | Record<Area, string>
  about?: string | Record<Area, string>
  /** Above the heading is a link back. */
  hasWayBack?: true
} & ({ Component: ComponentType } | { lazy: () => Promise<ComponentType> })

/**
 * A screen's code is loaded when the screen is first opened. The two with which every day begins come with the portal's
 * script instead: they are small, and so need not wait until the portal has started.
 */
const screenRoutes: Record<AnyScreen, ScreenRoute> = {
  dashboard: { Component: DashboardScreen, link: 'frequent', icon: 'home' },
  clients: {
    Component: ClientListScreen,
    link: 'frequent',
    label: 'Clients',
    icon: 'users',
    about: { admin: 'Notes, reports, download or export as CSV', manager: 'Notes' },
  },
  addClient: {
    lazy: async () => (await import('./clients/add-client-screen.tsx')).AddClientScreen,
    link: 'frequent',
    label: 'Add Client',
    icon: 'plus',
    isAction: true,
  },
  editClient: { lazy: async () => (await import('./clients/edit-client-screen.tsx')).EditClientScreen },
  clientDetails: { lazy: loadClientRecord, hasWayBack: true },
  mergeClient: {
    lazy: async () => (await import('./client-merges/merge-screen.tsx')).MergeScreen,
    hasWayBack: true,
  },
  clientPapers: {
    lazy: async () => (await import('./client-record.tsx')).ClientPapers,
    hasWayBack: true,
  },
  clientNotes: { lazy: loadNotesPanel },
  clientNotesReport: {
    lazy: async () => (await import('./notes/report/notes-report-screen.tsx')).NotesReportScreen,
    hasWayBack: true,
  },
  userManagement: {
    lazy: async () => (await import('./employees/user-management-screen.tsx')).UserManagementScreen,
    link: 'navigation',
    label: 'Manage Users',
    icon: 'id-card',
    about: 'Roles, setup emails, two-step reset',
  },
  addEmployee: {
    lazy: async () => (await import('./employees/add-employee-screen.tsx')).AddEmployeeScreen,
    link: 'navigation',
    label: 'Add Employee',
    icon: 'user',
    isAction: true,
  },
  adminLinks: {
    lazy: async () => (await import('./links/links-screen.tsx')).AdminLinksScreen,
    link: 'navigation',
    label: 'Admin Link',
    icon: 'external',
  },
  resources: {
    lazy: async () => (await import('./links/links-screen.tsx')).ResourcesScreen,
    link: 'frequent',
    label: 'Resources',
    icon: 'external',
  },
  training: {
    lazy: async () => (await import('./training/training-screen.tsx')).AdminTrainingScreen,
    link: 'navigation',
    icon: 'file',
  },
  employeeTraining: {
    lazy: async () => (await import('./training/training-screen.tsx')).EmployeeTrainingScreen,
    link: 'navigation',
    label: { admin: 'Employee Training', manager: 'Training' },
    icon: 'hands',
  },
  contactMessages: {
    lazy: async () => (await import('./contact-messages/contact-messages-screen.tsx')).ContactMessagesScreen,
    link: 'frequent',
    label: 'Message List',
    icon: 'mail',
    about: 'Download or export as CSV or PDF',
  },
  serviceLog: {
    lazy: async () => (await import('./service-log/service-log-screen.tsx')).ServiceLogScreen,
    link: 'menu',
    icon: 'edit',
    about: 'Notes by date: unsigned, not reviewed, or flagged',
  },
  importClients: {
    lazy: async () => (await import('./clients/import/import-screen.tsx')).ImportScreen,
    link: 'menu',
    icon: 'users',
    about: 'From a spreadsheet',
  },
  auditTrail: {
    lazy: async () => (await import('./audit/audit-trail-screen.tsx')).AuditTrailScreen,
    link: 'menu',
    icon: 'clock',
    about: 'Who has read or changed a record',
  },
  deletedRecords: {
    lazy: async () => (await import('./deleted-records/deleted-records-screen.tsx')).DeletedRecordsScreen,
    link: 'menu',
    icon: 'trash',
    about: 'Restore a record',
  },
  profile: {
    lazy: async () => (await import('./profile/profile-screen.tsx')).ProfileScreen,
    about: 'Password, two-step sign-in, passkeys, where you are signed in',
  },
}

async function loadClientRecord(): Promise<ComponentType> {
  return (await import('./client-record.tsx')).ClientRecord
}

async function loadNotesPanel(): Promise<ComponentType> {
  return (await import('./notes/notes-panel-screen.tsx')).NotesPanelScreen
}

/**
 * Loads ahead the code of the daily screens, and of the dialogs that the end of a session needs. Only the code: reading a
 * record that was never opened would leave a row in the audit trail. The click reports a failure.
 */
export function preloadScreens(): void {
  for (const load of [loadClientRecord, loadNotesPanel, loadDialogs]) load().catch(() => undefined)
}

function areaScreens(area: Area): AreaScreen[] {
  const textOf = (text: string | Record<Area, string> | undefined) =>
    typeof text === 'object' ? text[area] : text
  return screensOf(area).map((name) => {
    const { title, needs }: ScreenDefinition = screens[name]
    const { label = title, about, icon = 'arrow-right', link, isAction } = screenRoutes[name]
    return { name, title, label: textOf(label) ?? title, about: textOf(about), icon, link, isAction, needs }
  })
}

const skeletonOf = (name: AnyScreen) => (
  <ScreenSkeleton title={screens[name].title} hasWayBack={screenRoutes[name].hasWayBack} />
)

function areaRoute(area: Area): RouteObject {
  return {
    path: areaPaths[area],
    element: (
      <AreaLayout area={area} screens={areaScreens(area)}>
        <CurrentScreen skeletonOf={skeletonOf} />
      </AreaLayout>
    ),
    children: [
      { index: true, element: <Navigate to={screenPath(area, 'dashboard')} replace /> },
      ...screensOf(area).map((name): RouteObject => {
        const code = screenRoutes[name]
        return {
          path: screens[name].path,
          errorElement: <BrokenScreen />,
          ...('lazy' in code
            ? {
                lazy: async () => ({ Component: await code.lazy() }),
                hydrateFallbackElement: skeletonOf(name),
              }
            : { Component: code.Component }),
        }
      }),
      { path: '*', element: <RedirectHome /> },
    ],
  }
}

export const routes: RouteObject[] = [
  {
    element: <PortalFrame />,
    errorElement: <BrokenScreen />,
    children: [
      areaRoute('admin'),
      areaRoute('manager'),
      { path: signInPaths.profile, loader: openOwnProfile },
    ],
  },
]

/** docs/product.md 5. Without a session the page at that address leads to the login. */
function openOwnProfile(): Response {
  const session = currentSession()
  if (!session) return redirectDocument(signInPaths.profile)
  return redirect(screenPath(ownArea(session.role), 'profile'))
}

/** docs/product.md 59. */
function RedirectHome() {
  useEffect(() => redirectTo(homePath), [])
  return null
}

const reported = new Set<string>()

/**
 * Reports once to the server's log what failed and where in the scripts, without the error's message and the address, which
 * may quote a record.
 */
export function reportFailure(failure: unknown, where: { location: Location; errorInfo?: ErrorInfo }): void {
  const screen = screenAt(where.location.pathname)?.name
  if (!screen || !(failure instanceof Error)) return
  const placesIn = (stack: string | null | undefined) =>
    Array.from(stack?.matchAll(/\/assets\/([\w-]+\.js:\d+:\d+)/g) ?? [], ([, place = '']) => place).slice(
      0,
      4,
    )
  const at = [...placesIn(failure.stack), ...placesIn(where.errorInfo?.componentStack)]
  const body = { screen, error: failure.name, at }
  const report = JSON.stringify(body)
  if (reported.has(report)) return
  reported.add(report)
  // The screen already says that something is wrong.
  call('POST /screen-errors', { body }).catch(() => undefined)
}
