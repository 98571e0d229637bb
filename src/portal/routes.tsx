import { type ComponentType, useEffect, useState } from 'react'
import { Navigate, type RouteObject, useRoutes } from 'react-router'
import { type Area, areaPaths, areaScreens, publicPaths, screenPath } from '#contract/paths.ts'
import { ClientListScreen } from './clients/client-list-screen.tsx'
import { DashboardScreen } from './dashboard/dashboard-screen.tsx'
import { LoadedScreen, type ScreenCode, screenLoader } from './screen/loaded-screen.tsx'
import { newScreenMemory, ScreenMemoryContext } from './screen/screen-memory.ts'
import { type AnyScreen, screens } from './screen/screens.ts'
import { redirectTo } from './session/redirects.ts'
import { AreaLayout } from './shell/area-layout.tsx'

/**
 * The code of a screen is loaded when the screen is first opened. That of the two with which every day begins is part of the
 * portal's own: it is small, and need not wait until the portal has started.
 */
const screenCode = {
  dashboard: { open: () => DashboardScreen },
  clients: { open: () => ClientListScreen },
  addClient: screenLoader(async () => (await import('./clients/add-client-screen.tsx')).AddClientScreen),
  editClient: screenLoader(async () => (await import('./clients/edit-client-screen.tsx')).EditClientScreen),
  clientDetails: screenLoader(loadClientDetails),
  clientNotes: screenLoader(async () => (await import('./notes/notes-panel-screen.tsx')).NotesPanelScreen),
  clientNotesReport: screenLoader(
    async () => (await import('./notes/report/notes-report-screen.tsx')).NotesReportScreen,
  ),
  userManagement: screenLoader(
    async () => (await import('./employees/user-management-screen.tsx')).UserManagementScreen,
  ),
  addEmployee: screenLoader(
    async () => (await import('./employees/add-employee-screen.tsx')).AddEmployeeScreen,
  ),
  profile: screenLoader(async () => (await import('./profile/profile-screen.tsx')).ProfileScreen),
  adminLinks: screenLoader(async () => (await import('./links/links-screen.tsx')).AdminLinksScreen),
  resources: screenLoader(async () => (await import('./links/links-screen.tsx')).ResourcesScreen),
  training: screenLoader(async () => (await import('./training/training-screen.tsx')).AdminTrainingScreen),
  employeeTraining: screenLoader(
    async () => (await import('./training/training-screen.tsx')).EmployeeTrainingScreen,
  ),
  contactMessages: screenLoader(
    async () => (await import('./contact-messages/contact-messages-screen.tsx')).ContactMessagesScreen,
  ),
  auditTrail: screenLoader(async () => (await import('./audit/audit-trail-screen.tsx')).AuditTrailScreen),
  deletedRecords: screenLoader(
    async () => (await import('./deleted-records/deleted-records-screen.tsx')).DeletedRecordsScreen,
  ),
} satisfies Record<AnyScreen, ScreenCode>

/** Client details and notes meet here, so that neither feature imports the other. */
async function loadClientDetails(): Promise<ComponentType> {
  const [{ ClientDetailsScreen }, { NotesOfClient }] = await Promise.all([
    import('./clients/client-details-screen.tsx'),
    import('./notes/notes-of-client.tsx'),
  ])
  return () => <ClientDetailsScreen notes={(clientId) => <NotesOfClient clientId={clientId} />} />
}

function areaRoutes(area: Area): RouteObject {
  const addresses = Object.entries(areaScreens[area]) as [AnyScreen, string][]
  return {
    path: areaPaths[area],
    element: <AreaLayout area={area} />,
    children: [
      { index: true, element: <Navigate to={screenPath(area, 'dashboard')} replace /> },
      ...addresses.map(([screen, path]) => ({
        path,
        element: <LoadedScreen heading={screens[screen]} code={screenCode[screen]} />,
      })),
      { path: '*', element: <RedirectHome /> },
    ],
  }
}

const areas = Object.keys(areaPaths) as Area[]

const routes: RouteObject[] = [...areas.map(areaRoutes), { path: '*', element: <RedirectHome /> }]

export function PortalRoutes() {
  usePreloadedScreens()
  const [memory] = useState(newScreenMemory)
  return <ScreenMemoryContext value={memory}>{useRoutes(routes)}</ScreenMemoryContext>
}

/** Milliseconds, so that the first screen loads first. */
const preloadDelay = 2000

/**
 * Loads the chunks of the daily screens ahead. Only the chunks: reading a record that was never opened would leave a row in
 * the audit trail.
 */
function usePreloadedScreens(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // The click reports a failure.
      for (const { preload } of [screenCode.clientDetails, screenCode.clientNotes])
        preload().catch(() => undefined)
    }, preloadDelay)
    return () => clearTimeout(timer)
  }, [])
}

/** docs/product.md 59. */
function RedirectHome() {
  useEffect(() => redirectTo(publicPaths.home), [])
  return null
}
