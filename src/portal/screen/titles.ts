import type { Area, Screen } from '#contract/paths.ts'

export type AnyScreen = { [A in Area]: Screen<A> }[Area]

/**
 * What each screen is called. Shown before the screen's program and its other words are there; a client's name, which
 * is the heading of some, is not known then.
 */
export const screenTitles = {
  dashboard: 'Dashboard',
  clients: 'Client Management',
  addClient: 'Add New Client',
  editClient: 'Edit Client',
  clientDetails: 'Client Details',
  clientNotes: 'Weekly Client Notes',
  clientNotesReport: 'Client Notes Report',
  userManagement: 'User Management',
  addEmployee: 'Add New Employee',
  profile: 'Profile',
  adminLinks: 'Management Resources',
  resources: 'Management Resources',
  training: 'Administrative Training',
  employeeTraining: 'Employee Training',
  contactMessages: 'Contact Messages',
  auditTrail: 'Audit Trail',
} as const satisfies Record<AnyScreen, string>

/** Above their heading stands a way back, whose place is kept while their program is on its way. */
export const screensWithWayBack: readonly AnyScreen[] = ['clientDetails', 'clientNotesReport']
