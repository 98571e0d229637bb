/** Every path that a browser can open. Server, website and portal derive their links and routes from these. */

/** The address that the cookie banner links to: by itself, because every page loads its script. */
export const cookiePath = '/cookie'

/** Pages of the public website: complete HTML before any script runs. */
export const publicPaths = {
  home: '/home',
  about: '/about',
  contact: '/contact',
  /** Where the contact form leads with scripts off. */
  contactSent: '/contact/sent',
  services: '/services',
  housingConsultant: '/services/housing-consultant',
  housingTransition: '/services/housing-transition',
  housingSupportSupplement: '/services/housing-support-supplement',
  housingSustaining: '/services/housing-sustaining',
  movingAssistance: '/services/moving-assistance',
  additionalServices: '/services/additional-services',
  privacy: '/privacy',
  terms: '/terms-of-services',
  cookies: '/cookies',
  cookie: cookiePath,
  accessibility: '/accessibility',
} as const

/** The forms as pages to read; `formFilePath` is the file to fill in. */
export const formPaths = {
  housingConsultation: '/forms/housing-consultation',
  housingTransition: '/forms/housing-transition',
  housingSupportSupplement: '/forms/housing-support-supplement',
  housingSustaining: '/forms/housing-sustaining',
  movingAssistance: '/forms/moving-assistance',
  advocacyService: '/forms/advocacy-service',
} as const

/** `/forms/housing-transition` → `/forms/housing-transition.pdf`. */
export const formFilePath = (path: string) => `${path}.pdf`

/** The typeface of what the portal exports as text; made when the server starts. */
export const textFontPath = '/files/text.ttf'

/** Pages around signing in: the public shell with the portal's script inside. */
export const signInPaths = {
  login: '/login',
  forgotPassword: '/forgot-password',
  setPassword: '/set-password',
  twoStep: '/two-step',
  unauthorized: '/unauthorized',
  profile: '/profile',
} as const

/** The two areas of the staff portal; everything below them is the portal's. */
export const areaPaths = { admin: '/admin', manager: '/manager' } as const

export type Area = keyof typeof areaPaths

/** Screens that both areas have, as paths below the area; `:id` is a client's id. */
const sharedScreens = {
  dashboard: 'dashboard',
  clients: 'clients',
  addClient: 'add-client',
  editClient: 'edit-client/:id',
  clientDetails: 'client-details/:id',
  clientNotes: 'client-notes/:id?',
  employeeTraining: 'employee-training',
  profile: 'profile',
} as const

export const areaScreens = {
  admin: {
    ...sharedScreens,
    clientNotesReport: 'client-notes-report/:id?',
    userManagement: 'user-management',
    addEmployee: 'add-employee',
    adminLinks: 'admin-links',
    training: 'training',
    contactMessages: 'contact-messages',
    auditTrail: 'audit-trail',
    deletedRecords: 'deleted-records',
  },
  manager: { ...sharedScreens, resources: 'resources' },
} as const

/** Fragment of the notes screen that puts the cursor into the field for a new note. */
export const newNoteFragment = 'new-note'

export type SharedScreen = keyof typeof sharedScreens
export type Screen<A extends Area> = keyof (typeof areaScreens)[A]

/** The address of a screen: `screenPath('admin', 'clientDetails', id)` → `/admin/client-details/…`. */
export function screenPath<A extends Area>(area: A, screen: Screen<A>, id?: string): string {
  const screens: Record<string, string> = areaScreens[area]
  const pattern = screens[screen as string] ?? ''
  const path = pattern.replace(/\/:id\??$/, id === undefined ? '' : `/${encodeURIComponent(id)}`)
  return `${areaPaths[area]}/${path}`
}
