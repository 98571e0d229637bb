import type { Area, Screen } from '#contract/paths.ts'

export type AnyScreen = { [A in Area]: Screen<A> }[Area]

/** Screens that have an address and a title, but no content yet. Whoever builds one takes its row out. */
export const notHereYet = {
  userManagement: 'User Management',
  addEmployee: 'Add New Employee',
  adminLinks: 'Management Resources',
  training: 'Administrative Training',
  employeeTraining: 'Employee Training',
  contactMessages: 'Contact Messages',
  resources: 'Management Resources',
  editClient: 'Edit Client',
  clientNotesReport: 'Client Notes Report',
} as const satisfies Partial<Record<AnyScreen, string>>

export type ScreenNotHereYet = keyof typeof notHereYet
