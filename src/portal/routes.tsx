import { type ComponentType, useEffect } from 'react'
import { Navigate, type RouteObject, useRoutes } from 'react-router'
import { areaOfPath } from '#contract/access/areas.ts'
import { type Area, areaPaths, areaScreens, publicPaths, screenPath, signInPaths } from '#contract/paths.ts'
import { LoadedScreen, screenLoader } from './screen/loaded-screen.tsx'
import type { PendingHeading } from './screen/loading-skeleton.tsx'
import { type AnyScreen, screens } from './screen/screens.ts'
import { redirectTo } from './session/redirects.ts'
import { AreaLayout } from './shell/area-layout.tsx'

type Load = () => Promise<ComponentType>

/** The chunk of a screen is loaded when the screen is first opened. */
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
  profile: async () => (await import('./profile/profile-screen.tsx')).OwnProfile,
} satisfies Record<keyof typeof signInPaths, Load>

/** Client details and notes meet here, so that neither feature imports the other. */
async function loadClientDetails(): Promise<ComponentType> {
  const [{ ClientDetailsScreen }, { NotesOfClient }] = await Promise.all([
    import('./clients/client-details-screen.tsx'),
    import('./notes/notes-of-client.tsx'),
  ])
  return () => <ClientDetailsScreen notes={(clientId) => <NotesOfClient clientId={clientId} />} />
}

function screenRoute(path: string, load: Load, heading: PendingHeading = {}): RouteObject {
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
      { path: '*', element: <RedirectHome /> },
    ],
  }
}

const signInPages = Object.keys(signInPaths) as (keyof typeof signInPaths)[]
const areas = Object.keys(areaPaths) as Area[]

const routes: RouteObject[] = [
  ...signInPages.map((page) => screenRoute(signInPaths[page], signInScreens[page])),
  ...areas.map(areaRoutes),
  { path: '*', element: <RedirectHome /> },
]

export function PortalRoutes() {
  usePreloadedScreens()
  return useRoutes(routes)
}

const dailyScreens = ['dashboard', 'clients', 'clientDetails', 'clientNotes'] as const satisfies AnyScreen[]

/** Milliseconds, so that the first screen loads first. */
const preloadDelay = 2000

/**
 * Loads the chunks of the daily screens ahead. Only the chunks: reading a record that was never opened would leave a row in
 * the audit trail.
 */
function usePreloadedScreens(): void {
  useEffect(() => {
    if (areaOfPath(location.pathname) === undefined) return
    const timer = setTimeout(() => {
      // The click reports a failure.
      for (const screen of dailyScreens) areaScreenLoaders[screen]().catch(() => undefined)
    }, preloadDelay)
    return () => clearTimeout(timer)
  }, [])
}

/** docs/product.md 59. */
function RedirectHome() {
  useEffect(() => redirectTo(publicPaths.home), [])
  return null
}
