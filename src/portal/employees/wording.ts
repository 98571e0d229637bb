import type { Role } from '#contract/access/roles.ts'
import { linkDuration } from '#contract/durations.ts'
import { employeeFields } from '#contract/employees/fields.ts'
import { labelsOf } from '#contract/person.ts'
import { plural } from '#portal/screen/plural.ts'
import { screens } from '#portal/screen/screens.ts'

/** What the employee screens say (docs/specification.md §2, §5, §8). */
export const employeeScreenWording = {
  roles: {
    manager: 'Manager',
    admin: 'Admin',
    'super-admin': 'Super Admin',
    employee: 'Employee',
  } satisfies Record<Role, string>,
  roleMeans: {
    manager: 'Works with clients, writes notes and may correct recent ones.',
    admin: 'As a manager, with more time to correct notes.',
    'super-admin': 'May do everything: employees, messages, reports and all notes.',
    employee: 'Works with clients and writes notes, but doesn’t change notes.',
  } satisfies Record<Role, string>,
  fields: labelsOf(employeeFields),
  groups: { person: 'The person', contact: 'How to reach them' },
  list: {
    title: screens.userManagement.title,
    search: 'Search by name',
    role: 'Role',
    allRoles: 'All Roles',
    add: 'Add Employee',
    columns: { name: 'Name', dob: 'Date of Birth', address: 'Address', role: 'Role', actions: 'Actions' },
    roleOf: (name: string, email: string) => `Role of ${name}, ${email}`,
    noPassword: 'No password yet',
    notGiven: 'Not given',
    edit: 'Edit',
    remove: 'Delete',
    resend: 'Resend Email',
    loading: 'Loading employees…',
    loadFailed: 'Failed to load employees.',
    count: (total: number) => plural(total, 'employee', 'employees'),
    matches: (total: number) => `${plural(total, 'employee', 'employees')} found`,
    noMatches: 'No employees match',
    noMatchesDetail: 'Try a shorter part of the name or another role, or clear the filters.',
  },
  /** §8: what was done, by the action. */
  done: {
    edit: 'Employee updated successfully.',
    changeRole: 'Role updated successfully.',
    remove: 'Employee deleted successfully.',
    resend: 'Setup email resent.',
  },
  /** §8: the server did not do it; the reason follows. */
  failed: {
    edit: 'Update failed. Please try again.',
    changeRole: 'Failed to update role.',
    remove: 'Failed to delete employee.',
    resend: 'Failed to resend email.',
  },
  /** §8: the role does not allow it. */
  forbidden: {
    edit: 'Only super admins can update employee data.',
    changeRole: 'Only super admins can change roles.',
    remove: 'Only super admins can delete employees.',
    resend: 'Only super admins can resend setup emails.',
  },
  gone: 'This employee has been deleted in the meantime.',
  nowHasRole: (name: string, role: string) => `${name} is now ${role}.`,
  signsInAgain: 'They have been signed out, and sign in again to go on.',
  setUpLink: (email: string) =>
    `The link to ${email} works once, for ${linkDuration['set-up']}. Older links have ended.`,
  resetLink: (email: string) =>
    `${email} has a password already: the link lets them choose a new one, for ${linkDuration.reset}.`,
  editDialog: {
    title: 'Edit Employee',
    ownEmail: 'Your own account: a new address signs you out.',
    emailWithPassword: 'A new address signs them out.',
    emailWithoutPassword: 'A new address gets a new set-up email.',
  },
  removeDialog: {
    title: 'Delete employee',
    question: 'Are you sure you want to delete this employee?',
    loses: (name: string) =>
      `${name} is signed out at once and can’t sign in any more. Notes they wrote stay.`,
    own: 'This is your own account: you will be signed out.',
    cancel: 'Cancel',
    confirm: 'Delete',
  },
  ownRoleDialog: {
    title: 'Change your own role?',
    loses: (role: string) =>
      `As ${role} you have no access to the admin area. You will be signed out, and only another super admin can make you one again.`,
    cancel: 'Cancel',
    confirm: 'Change my role',
  },
  add: {
    title: screens.addEmployee.title,
    access: 'What they may do',
    emailHint: 'The link to set a password goes there.',
    submit: 'Create Employee',
    created: 'Employee created successfully. Email sent for password setup.',
    createdDetail: (name: string, email: string) =>
      `${name} gets a link at ${email}. It works once, for ${linkDuration['set-up']}.`,
    toList: 'See all employees',
    failed: 'Error creating employee. Please try again.',
  },
} as const
