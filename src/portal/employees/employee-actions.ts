import { can, type Permission } from '#contract/access/permissions.ts'
import type { Role } from '#contract/access/roles.ts'
import type { Message } from '#portal/action/message.ts'
import { type CallFailure, isFailure, reasonAfter } from '#portal/calls/call-failure.ts'

const failed = {
  edit: 'Update failed. Please try again.',
  changeRole: 'Failed to update role.',
  remove: 'Failed to delete employee.',
  resend: 'Failed to resend email.',
  handOver: 'The clients were not handed over.',
  signOut: 'The employee was not signed out.',
  resetTwoStep: 'Two-step sign-in was not reset.',
  unlinkAccount: 'The link was not removed.',
} as const

const forbidden = {
  edit: 'Only super admins can update employee data.',
  changeRole: 'Only super admins can change roles.',
  remove: 'Only super admins can delete employees.',
  resend: 'Only super admins can resend setup emails.',
  handOver: 'Only super admins can hand over clients.',
  signOut: 'Only super admins can sign employees out.',
  resetTwoStep: 'Only super admins can reset two-step sign-in.',
  unlinkAccount: 'Only super admins can remove links.',
} as const

const permissionFor = {
  edit: 'employees:edit',
  changeRole: 'employees:change-role',
  remove: 'employees:delete',
  resend: 'employees:resend-setup-email',
  signOut: 'employees:sign-out',
  handOver: 'employees:hand-over',
  resetTwoStep: 'employees:reset-two-step',
  unlinkAccount: 'employees:unlink-account',
} as const satisfies Record<string, Permission>

export type EmployeeAction = keyof typeof permissionFor

export function mayDo(role: Role, action: EmployeeAction): boolean {
  return can(role, permissionFor[action])
}

/** For a role without the permission (docs/specification.md §6). */
export function forbiddenMessage(action: EmployeeAction): Message {
  return { tone: 'danger', title: forbidden[action] }
}

/** docs/product.md 46: the specified text, followed by the reason. */
export function failureMessage(action: EmployeeAction, error: unknown): Message {
  if (isFailure(error, 'not-allowed')) return forbiddenMessage(action)
  const title = failed[action]
  return {
    tone: 'danger',
    title,
    detail: reasonAfter(title, error, { 'not-found': 'This employee has already been deleted.' }),
  }
}

/** docs/product.md 46: an address that is taken is also an error of its field. */
export function fieldErrorsOf(failure: CallFailure): Readonly<Record<string, string>> {
  return failure.code === 'email-taken' ? { email: failure.message, ...failure.fields } : failure.fields
}

/** docs/product.md 46: an address that is taken is the whole message; otherwise the specified text, and the reason. */
export function creationFailure(error: unknown): Message {
  if (isFailure(error, 'email-taken')) return { tone: 'danger', title: error.message }
  const title = 'Error creating employee. Please try again.'
  return { tone: 'danger', title, detail: reasonAfter(title, error) }
}
