import type { Permission } from './access/permissions.ts'

/** Every path that a browser can open. Server, website and portal derive their links and routes from these. */

/** Addresses of the website that scripts link to: by themselves, because every page loads those scripts. */
export const homePath = '/home'
export const cookiePath = '/cookie'

/** Pages of the public website: complete HTML before any script runs. */
export const publicPaths = {
  home: homePath,
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

/** Only on the website of an organization that says who takes complaints. */
export const complaintsPath = '/complaints'

/** The page in other languages, if a qualified person has reviewed it. */
export const languagePaths = { es: '/es', so: '/so', hmn: '/hmn' } as const

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
  /** Where the provider of the organization's account returns to. */
  signIn: '/sign-in',
  forgotPassword: '/forgot-password',
  setPassword: '/set-password',
  twoStep: '/two-step',
  unauthorized: '/unauthorized',
  profile: '/profile',
} as const

/** The two areas of the staff portal; everything below them is the portal's. */
export const areaPaths = { admin: '/admin', manager: '/manager' } as const

export type Area = keyof typeof areaPaths

export interface ScreenDefinition {
  /** Below the area; `:id` is a client's id. */
  path: string
  /** Shown while the screen's chunk is loading, when a client's name, the heading of some screens, is not known yet. */
  title: string
  areas: readonly Area[]
  /** For a screen that not every role of its areas may use. */
  needs?: Permission
  /** Its forms whose text is kept as a draft, and what an unfinished one is; a client's name follows. */
  forms?: Readonly<Record<string, string>>
}

const both = ['admin', 'manager'] as const

/** Every screen of the areas; `portal/routes.tsx` has its code and its link in the navigation. */
export const screens = {
  dashboard: { path: 'dashboard', title: 'Dashboard', areas: both },
  clients: { path: 'clients', title: 'Client Management', areas: both },
  addClient: {
    path: 'add-client',
    title: 'Add New Client',
    areas: both,
    forms: { 'new-client': 'new client' },
  },
  editClient: {
    path: 'edit-client/:id',
    title: 'Edit Client',
    areas: both,
    forms: { 'edit-client': 'changes to' },
  },
  clientDetails: { path: 'client-details/:id', title: 'Client details', areas: both },
  mergeClient: {
    path: 'merge-client/:id',
    title: 'Merge records',
    areas: ['admin'],
    needs: 'clients:merge',
  },
  clientPapers: { path: 'client-papers/:id', title: 'Signed documents', areas: both },
  clientNotes: {
    path: 'client-notes/:id?',
    title: 'Weekly Client Notes',
    areas: both,
    forms: {
      note: 'note about',
      correction: 'correction to a note about',
      'edit-note': 'edit of a note about',
    },
  },
  clientNotesReport: { path: 'client-notes-report/:id?', title: 'Client Notes Report', areas: ['admin'] },
  userManagement: {
    path: 'user-management',
    title: 'User Management',
    areas: ['admin'],
    forms: { 'edit-employee': 'changes to an employee' },
  },
  addEmployee: {
    path: 'add-employee',
    title: 'Add New Employee',
    areas: ['admin'],
    forms: { 'new-employee': 'new employee' },
  },
  adminLinks: { path: 'admin-links', title: 'Management Resources', areas: ['admin'] },
  resources: { path: 'resources', title: 'Management Resources', areas: ['manager'] },
  training: { path: 'training', title: 'Administrative Training', areas: ['admin'] },
  employeeTraining: { path: 'employee-training', title: 'Employee Training', areas: both },
  contactMessages: { path: 'contact-messages', title: 'Contact messages', areas: ['admin'] },
  serviceLog: { path: 'service-log', title: 'Service log', areas: both, needs: 'service-log:read' },
  importClients: {
    path: 'import',
    title: 'Import clients',
    areas: ['admin'],
    needs: 'clients:import',
    forms: { import: 'import' },
  },
  auditTrail: { path: 'audit-trail', title: 'Audit trail', areas: ['admin'], needs: 'audit:read' },
  deletedRecords: {
    path: 'deleted-records',
    title: 'Deleted records',
    areas: ['admin'],
    needs: 'deleted-records:read',
  },
  profile: { path: 'profile', title: 'Profile', areas: both },
} as const satisfies Record<string, ScreenDefinition>

/** Fragment of the notes screen that puts the cursor into the field for a new note. */
export const newNoteFragment = 'new-note'

export type AnyScreen = keyof typeof screens

/** A form of some screen whose text is kept as a draft. */
export type DraftedForm = {
  [S in AnyScreen]: (typeof screens)[S] extends { forms: infer Forms } ? keyof Forms & string : never
}[AnyScreen]

type Screen<A extends Area> = {
  [S in AnyScreen]: A extends (typeof screens)[S]['areas'][number] ? S : never
}[AnyScreen]
export type SharedScreen = Screen<'admin'> & Screen<'manager'>

/** The screens of an area, in the order of the table. */
export function screensOf<A extends Area>(area: A): Screen<A>[] {
  const all = Object.entries<ScreenDefinition>(screens)
  return all.flatMap(([name, { areas }]) => (areas.includes(area) ? [name as Screen<A>] : []))
}

/** The address of a screen: `screenPath('admin', 'clientDetails', id)` → `/admin/client-details/…`. */
export function screenPath<A extends Area>(area: A, screen: Screen<A>, id?: string): string {
  const path = screens[screen].path.replace(/\/:id\??$/, id === undefined ? '' : `/${encodeURIComponent(id)}`)
  return `${areaPaths[area]}/${path}`
}

/** The router's pattern of a screen: `/admin/client-details/:id`. */
export const screenPattern = <A extends Area>(area: A, screen: Screen<A>) =>
  `${areaPaths[area]}/${screens[screen].path}`
