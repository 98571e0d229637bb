import { type ComponentType, useEffect } from 'react'
import { Navigate, type RouteObject, useRoutes } from 'react-router'
import { areaOfPath } from '#contract/access/areas.ts'
import { type Area, areaPaths, areaScreens, publicPaths, screenPath, signInPaths } from '#contract/paths.ts'
import { LoadedScreen, screenLoader } from './screen/loaded-screen.tsx'
import type { ComingHeading } from './screen/screen-skeleton.tsx'
import { type AnyScreen, screens } from './screen/screens.ts'
import { leaveFor } from './session/redirects.ts'
import { AreaLayout } from './shell/area-layout.tsx'

type Load = () => Promise<ComponentType>

/** Every screen's program is loaded when the screen is first opened. */
const areaScreenLoaders = {
  dashboard: async () => (await import('./dashboard/dashboard-screen.tsx')).DashboardScreen,
  clients: async () => (await import('./clients/client-list-screen.tsx')).ClientListScreen,
  addClient: async () => (await import('./clients/add-client-screen.tsx')).AddClientScreen,
  editClient: async () => (await import('./clients/edit-client-screen.tsx')).EditClientScreen,
  clientDetails: loadClientDetails,
  clientNotes: async () => (await import('./notes/notes-panel-screen.tsx')).NotesPanelScreen,
  clientNotesReport: async () => (await import('./notes/report/notes-report-screen.tsx')).NotesReportScreen,
  userManagement: async () => (await import('./employees/user-management-screen.tsx')).UserManagementScreen,
  addEmployee: async () => (await import('./employees/add-employee-screen.tsx')).AddEmployeeScreen,
  profile: async () => (await import('./profile/profile-screen.tsx')).ProfileScreen,
  adminLinks: async () => (await import('./links/links-screen.tsx')).AdminLinksScreen,
  resources: async () => (await import('./links/links-screen.tsx')).ResourcesScreen,
  training: async () => (await import('./training/training-screen.tsx')).AdminTrainingScreen,
  employeeTraining: async () => (await import('./training/training-screen.tsx')).EmployeeTrainingScreen,
  contactMessages: async () =>
    (await import('./contact-messages/contact-messages-screen.tsx')).ContactMessagesScreen,
  auditTrail: async () => (await import('./audit/audit-trail-screen.tsx')).AuditTrailScreen,
} satisfies Record<AnyScreen, Load>

const signInScreens = {
  login: async () => (await import('./sign-in/login-screen.tsx')).LoginScreen,
  forgotPassword: async () => (await import('./sign-in/forgot-password-screen.tsx')).ForgotPasswordScreen,
  setPassword: async () => (await import('./sign-in/set-password-screen.tsx')).SetPasswordScreen,
  unauthorized: async () => (await import('./sign-in/unauthorized-screen.tsx')).UnauthorizedScreen,
  profile: async () => (await import('./profile/own-profile.tsx')).OwnProfile,
} satisfies Record<keyof typeof signInPaths, Load>

/** Two features meet here, so that neither has to know the other: a client's details and the notes about them. */
async function loadClientDetails(): Promise<ComponentType> {
  const [{ ClientDetailsScreen }, { NotesOfClient }] = await Promise.all([
    import('./clients/client-details-screen.tsx'),
    import('./notes/notes-of-client.tsx'),
  ])
  return () => <ClientDetailsScreen notes={(clientId) => <NotesOfClient clientId={clientId} />} />
}

function screenRoute(path: string, load: Load, heading: ComingHeading = {}): RouteObject {
  return { path, element: <LoadedScreen heading={heading} load={screenLoader(load)} /> }
}

function areaRoutes(area: Area): RouteObject {
  const addresses = Object.entries(areaScreens[area]) as [AnyScreen, string][]
  return {
    path: areaPaths[area],
    element: <AreaLayout area={area} />,
    children: [
      { index: true, element: <Navigate to={screenPath(area, 'dashboard')} replace /> },
      ...addresses.map(([screen, path]) => screenRoute(path, areaScreenLoaders[screen], screens[screen])),
      { path: '*', element: <LeaveForHome /> },
    ],
  }
}

const signInPages = Object.keys(signInPaths) as (keyof typeof signInPaths)[]
const areas = Object.keys(areaPaths) as Area[]

const routes: RouteObject[] = [
  ...signInPages.map((page) => screenRoute(signInPaths[page], signInScreens[page])),
  ...areas.map(areaRoutes),
  { path: '*', element: <LeaveForHome /> },
]

export function PortalRoutes() {
  useDailyScreens()
  return useRoutes(routes)
}

/** Where a day is spent. */
const dailyScreens = ['dashboard', 'clients', 'clientDetails', 'clientNotes'] as const satisfies AnyScreen[]

/** Milliseconds: what the first screen needs comes first. */
const firstScreenAlone = 2000

/**
 * Their programs are fetched while nobody waits, so that no click does. Programs alone: reading a record that nobody
 * opened would leave a row in the audit trail.
 */
function useDailyScreens(): void {
  useEffect(() => {
    if (areaOfPath(location.pathname) === undefined) return
    const timer = setTimeout(() => {
      // Without a network the click says so.
      for (const screen of dailyScreens) areaScreenLoaders[screen]().catch(() => undefined)
    }, firstScreenAlone)
    return () => clearTimeout(timer)
  }, [])
}

/** Decision 59. */
function LeaveForHome() {
  useEffect(() => leaveFor(publicPaths.home), [])
  return null
}
