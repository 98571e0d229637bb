import { type Area, areaScreens, type Screen, screenPath } from '#contract/paths.ts'
import type { IconName } from '#ui/icon.tsx'

export type AnyScreen = { [A in Area]: Screen<A> }[Area]

interface ScreenRecord {
  /** Shown while the screen's chunk is loading, when a client's name, the heading of some screens, is not known yet. */
  title: string
  /** Above the heading is a link back, whose place is kept while the chunk is loading. */
  hasWayBack?: boolean
  /** Its link in the navigation of the areas that have the screen, in the order of this table (docs/product.md 55). */
  link?: { label: string | Record<Area, string>; icon: IconName; frequent?: true }
}

/** Every screen of the areas: its address is in `contract/paths.ts`, its chunk in `routes.tsx`. */
export const screens = {
  dashboard: { title: 'Dashboard', link: { label: 'Dashboard', icon: 'home', frequent: true } },
  clients: { title: 'Client Management', link: { label: 'Clients', icon: 'users', frequent: true } },
  addClient: { title: 'Add New Client', link: { label: 'Add Client', icon: 'plus', frequent: true } },
  editClient: { title: 'Edit Client' },
  clientDetails: { title: 'Client Details', hasWayBack: true },
  clientNotes: { title: 'Weekly Client Notes' },
  clientNotesReport: { title: 'Client Notes Report', hasWayBack: true },
  userManagement: { title: 'User Management', link: { label: 'Manage Users', icon: 'id-card' } },
  addEmployee: { title: 'Add New Employee', link: { label: 'Add Employee', icon: 'user' } },
  adminLinks: { title: 'Management Resources', link: { label: 'Admin Link', icon: 'external' } },
  resources: {
    title: 'Management Resources',
    link: { label: 'Resources', icon: 'external', frequent: true },
  },
  training: { title: 'Administrative Training', link: { label: 'Administrative Training', icon: 'file' } },
  employeeTraining: {
    title: 'Employee Training',
    link: { label: { admin: 'Employee Training', manager: 'Training' }, icon: 'hands' },
  },
  contactMessages: {
    title: 'Contact Messages',
    link: { label: 'Message List', icon: 'mail', frequent: true },
  },
  auditTrail: { title: 'Audit Trail' },
  deletedRecords: { title: 'Deleted records' },
  profile: { title: 'Profile' },
} as const satisfies Record<AnyScreen, ScreenRecord>

export function navigationOf<A extends Area>(area: A) {
  return Object.entries<ScreenRecord>(screens).flatMap(([name, { link }]) => {
    if (!link || !(name in areaScreens[area])) return []
    const { label, icon, frequent } = link
    const href = screenPath(area, name as Screen<A>)
    return [{ href, label: typeof label === 'string' ? label : label[area], icon, frequent }]
  })
}
