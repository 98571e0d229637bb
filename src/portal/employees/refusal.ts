import { can, type Permission } from '#contract/access/permissions.ts'
import type { Role } from '#contract/access/roles.ts'
import { type CallFailure, isFailure, sentenceOf } from '#portal/calls/call-failure.ts'
import { employeeScreenWording as wording } from './wording.ts'

/** What can be done to an employee in the list. */
export type EmployeeAction = keyof typeof wording.done

const permissionFor = {
  edit: 'employees:edit',
  changeRole: 'employees:change-role',
  remove: 'employees:delete',
  resend: 'employees:resend-setup-email',
} as const satisfies Record<EmployeeAction, Permission>

export function mayDo(role: Role, action: EmployeeAction): boolean {
  return can(role, permissionFor[action])
}

export interface Message {
  tone: 'success' | 'danger'
  title: string
  detail?: string | undefined
}

/** §6: what a role that may not do it is told. */
export function forbiddenMessage(action: EmployeeAction): Message {
  return { tone: 'danger', title: wording.forbidden[action] }
}

/** docs/product.md 46: the specified text, followed by the reason. */
export function refusalOf(action: EmployeeAction, error: unknown): Message {
  if (isFailure(error, 'not-allowed')) return forbiddenMessage(action)
  const detail = sentenceOf(error, { 'not-found': wording.gone })
  return { tone: 'danger', title: wording.failed[action], detail }
}

/** Decision 46: a used address is said at its field too. */
export function fieldErrorsOf(failure: CallFailure): Readonly<Record<string, string>> {
  return failure.code === 'email-taken' ? { email: failure.message, ...failure.fields } : failure.fields
}

/** Decision 46: a used address is the whole message; any other failure the specified alert, and the reason. */
export function creationRefusal(error: unknown): Message {
  if (isFailure(error, 'email-taken')) return { tone: 'danger', title: error.message }
  return { tone: 'danger', title: wording.add.failed, detail: sentenceOf(error) }
}
