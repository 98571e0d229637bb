import type { Role } from '#contract/access/roles.ts'
import { linkDuration } from '#contract/durations.ts'
import { employeeFields } from '#contract/employees/fields.ts'
import { screens } from '#contract/paths.ts'
import { plural } from '#portal/screen/plural.ts'

/** What the employee screens say. */
export const employeeScreenWording = {
  roles: employeeFields.role.choices,
  roleMeans: {
    manager: 'Works with clients, writes notes and can correct recent ones.',
    admin: 'Like a manager, with more time to correct notes.',
    'super-admin': 'Can do everything: manage employees, messages, reports and all notes.',
    employee: 'Works with clients and writes notes, but cannot change them.',
  } satisfies Record<Role, string>,
  groups: { person: 'About the employee', contact: 'Contact information' },
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
    more: 'More',
    signOut: 'Sign out everywhere',
    handOver: 'Hand over clients',
    resetTwoStep: 'Reset two-step sign-in',
    hasTwoStep: 'Two-step sign-in',
    loading: 'Loading employees…',
    loadFailed: 'Failed to load employees.',
    count: (total: number) => plural(total, 'employee', 'employees'),
    matches: (total: number) => `${plural(total, 'employee', 'employees')} found`,
    noMatches: 'No employees match',
    noMatchesDetail: 'Try a shorter part of the name or another role, or clear the filters.',
  },
  /** By action. */
  done: {
    edit: 'Employee updated successfully.',
    changeRole: 'Role updated successfully.',
    remove: 'Employee deleted successfully.',
    resend: 'Setup email resent.',
    signOut: 'The employee was signed out everywhere.',
    handOver: 'The clients were handed over.',
    resetTwoStep: 'Two-step sign-in was reset. The employee gets an email about it.',
  },
  /** By action; the reason follows. */
  failed: {
    edit: 'Update failed. Please try again.',
    changeRole: 'Failed to update role.',
    remove: 'Failed to delete employee.',
    resend: 'Failed to resend email.',
    signOut: 'The employee was not signed out.',
    handOver: 'The clients were not handed over.',
    resetTwoStep: 'Two-step sign-in was not reset.',
  },
  /** By action, for a role without the permission. */
  forbidden: {
    edit: 'Only super admins can update employee data.',
    changeRole: 'Only super admins can change roles.',
    remove: 'Only super admins can delete employees.',
    resend: 'Only super admins can resend setup emails.',
    signOut: 'Only super admins can sign employees out.',
    handOver: 'Only super admins can hand over clients.',
    resetTwoStep: 'Only super admins can reset two-step sign-in.',
  },
  mailAsFile: {
    text: 'No mail server is configured, so the email was saved as a file on the server.',
    link: 'Setup link',
    hint: 'Shown only now. It works once.',
    copy: 'Copy',
    copied: 'Copied',
  },
  gone: 'This employee has already been deleted.',
  nowHasRole: (name: string, role: string) => `${name} now has the role ${role}.`,
  signsInAgain: 'They have been signed out and need to sign in again.',
  setUpLink: (email: string) =>
    `The link sent to ${email} works once and expires after ${linkDuration['set-up']}. Older links no longer work.`,
  resetLink: (email: string) =>
    `${email} already has a password. The link lets them choose a new one within ${linkDuration.reset}.`,
  editDialog: {
    title: 'Edit Employee',
    ownEmail: 'This is your own account. Changing the email signs you out.',
    emailWithPassword: 'Changing the email signs them out.',
    emailWithoutPassword: 'A new setup email will be sent to the new address.',
  },
  removeDialog: {
    title: 'Delete employee',
    question: 'Are you sure you want to delete this employee?',
    consequence: (name: string) =>
      `${name} will be signed out right away and can no longer sign in. Their notes remain.`,
    ownAccount: 'This is your own account. You will be signed out.',
    confirm: 'Delete',
  },
  signOutDialog: {
    title: 'Sign out everywhere?',
    consequence: (name: string) =>
      `${name} has to sign in again in every browser. Text that was not saved stays in the browser where it was typed.`,
    ownAccount: 'This is your own account. You will be signed out here, too.',
    confirm: 'Sign out',
  },
  resetTwoStepDialog: {
    title: 'Reset two-step sign-in?',
    consequence: (name: string) =>
      `Only do this if you are sure that the request comes from ${name}. They will be signed out and can sign in with the password alone until they set it up again.`,
    confirm: 'Reset',
  },
  ownRoleDialog: {
    title: 'Change your own role?',
    consequence: (role: string) =>
      `With the role ${role}, you will have no access to the admin area. You will be signed out, and only another super admin can change your role back.`,
    confirm: 'Change my role',
  },
  add: {
    title: screens.addEmployee.title,
    access: 'Access',
    emailHint: 'The password link is sent here.',
    submit: 'Create Employee',
    created: 'Employee created successfully. Email sent for password setup.',
    createdDetail: (name: string, email: string) =>
      `${name} will get a link at ${email}. It works once and expires after ${linkDuration['set-up']}.`,
    toList: 'See all employees',
    failed: 'Error creating employee. Please try again.',
  },
} as const

/** In the order of docs/product.md 1. */
export const roleOptions = (Object.entries(employeeScreenWording.roles) as [Role, string][]).map(
  ([value, label]) => ({ value, label }),
)
