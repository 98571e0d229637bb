import { type ComponentType, lazy, useEffect } from 'react'
import { Navigate, type RouteObject, useRoutes } from 'react-router'
import { type Area, areaPaths, areaScreens, publicPaths, screenPath, signInPaths } from '#contract/paths.ts'
import { ScreenBoundary } from './screen/screen-boundary.tsx'
import { screenTitles } from './screen-titles.ts'
import { leaveFor } from './session/departure.ts'
import { AreaLayout } from './shell/area-layout.tsx'
import { type AnyScreen, notHereYet, type ScreenNotHereYet } from './shell/not-here-yet.ts'

type Load = () => Promise<ComponentType>

/** Every screen's program is loaded when the screen is first opened. */
const builtScreens = {
  dashboard: async () => (await import('./dashboard/dashboard-screen.tsx')).DashboardScreen,
  clients: async () => (await import('./clients/client-list-screen.tsx')).ClientListScreen,
  addClient: async () => (await import('./clients/add-client-screen.tsx')).AddClientScreen,
  clientDetails: loadClientDetails,
  clientNotes: async () => (await import('./notes/notes-panel-screen.tsx')).NotesPanelScreen,
  profile: async () => (await import('./session/profile-screen.tsx')).ProfileScreen,
} satisfies Record<Exclude<AnyScreen, ScreenNotHereYet>, Load>

const signInScreens = {
  login: async () => (await import('./session/login-screen.tsx')).LoginScreen,
  forgotPassword: async () => (await import('./session/forgot-password-screen.tsx')).ForgotPasswordScreen,
  setPassword: async () => (await import('./session/set-password-screen.tsx')).SetPasswordScreen,
  unauthorized: async () => (await import('./session/unauthorized-screen.tsx')).UnauthorizedScreen,
  profile: async () => (await import('./session/own-profile.tsx')).OwnProfile,
} satisfies Record<keyof typeof signInPaths, Load>

/** Two features meet here, so that neither has to know the other: a client's details and the notes about them. */
async function loadClientDetails(): Promise<ComponentType> {
  const [{ ClientDetailsScreen }, { NotesOfClient }] = await Promise.all([
    import('./clients/client-details-screen.tsx'),
    import('./notes/notes-of-client.tsx'),
  ])
  return () => <ClientDetailsScreen notes={(clientId) => <NotesOfClient clientId={clientId} />} />
}

async function loadNotHereYet(screen: ScreenNotHereYet): Promise<ComponentType> {
  const { NotHereYetScreen } = await import('./shell/not-here-yet-screen.tsx')
  return () => <NotHereYetScreen screen={screen} />
}

function isBuilt(screen: AnyScreen): screen is keyof typeof builtScreens {
  return !(screen in notHereYet)
}

function screenRoute(path: string, load: Load, title?: string): RouteObject {
  const Screen = lazy(async () => ({ default: await load() }))
  return {
    path,
    element: (
      <ScreenBoundary title={title}>
        <Screen />
      </ScreenBoundary>
    ),
  }
}

function areaRoutes(area: Area): RouteObject {
  const screens = Object.entries(areaScreens[area]) as [AnyScreen, string][]
  return {
    path: areaPaths[area],
    element: <AreaLayout area={area} />,
    children: [
      { index: true, element: <Navigate to={screenPath(area, 'dashboard')} replace /> },
      ...screens.map(([screen, path]) =>
        screenRoute(
          path,
          isBuilt(screen) ? builtScreens[screen] : () => loadNotHereYet(screen as ScreenNotHereYet),
          screenTitles[screen],
        ),
      ),
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
  return useRoutes(routes)
}

/** Decision 59. */
function LeaveForHome() {
  useEffect(() => leaveFor(publicPaths.home), [])
  return null
}
