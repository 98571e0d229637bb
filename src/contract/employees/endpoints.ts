import * as z from 'zod/mini'
import { described, text } from '../described.ts'
import { linkDuration } from '../durations.ts'
import { endpoint } from '../endpoint.ts'
import { rejectSearchInQuery } from '../lists.ts'
import { recordId } from '../record.ts'
import { employeeEdit, employeeForm } from './form.ts'
import {
  addedEmployee,
  employee,
  employeeFieldErrors,
  employeeSearch,
  handedOver,
  handOver,
  resendInput,
  resentMail,
  roleChange,
  worker,
  workload,
} from './schema.ts'

const employeeParams = z.object({
  id: recordId('employee'),
})

export const employeeEndpoints = {
  list: endpoint('GET /employees', {
    access: 'employees:read',
    summary: 'List employees',
    description: 'Returns all employees as one array, ordered by last name, first name and id.',
    query: z.object({ search: rejectSearchInQuery('/employees/search') }),
    reply: z.array(employee),
  }),
  search: endpoint('POST /employees/search', {
    access: 'employees:read',
    summary: 'Search employees',
    description:
      'Returns the matching employees as one array, in the order of the list. Every word must be part of the first or last name, in any order. If nothing matches, it returns those with similar names, the most similar first, with `isSimilar`.',
    body: employeeSearch,
    reply: z.array(
      z.extend(employee, {
        isSimilar: described(
          z.optional(z.boolean()),
          'Whether the name is only similar to what was searched for',
        ),
      }),
    ),
  }),
  workers: endpoint('GET /workers', {
    access: 'workers:read',
    summary: 'List the employees to whom a client can be assigned',
    description: 'Returns the names of all employees as one array, ordered by first name and last name.',
    reply: z.array(worker),
  }),
  workloads: endpoint('GET /workers/workloads', {
    access: 'workers:read-workloads',
    summary: 'Count what each employee has to do',
    description:
      'Returns the employees who have anything to do, ordered by first name and last name, and then what is assigned to nobody. Weeks and days follow the organization’s time zone.',
    reply: z.array(workload),
  }),
  get: endpoint('GET /employees/:id', {
    access: 'employees:read',
    summary: 'Read an employee',
    description: 'Returns one employee. An unknown id, or that of a deleted employee, is `not-found`.',
    params: employeeParams,
    reply: employee,
    failures: ['not-found'],
  }),
  add: endpoint('POST /employees', {
    access: 'employees:add',
    confirmedBy: 'two-step',
    summary: 'Add an employee',
    description: `Adds an employee and sends an email with a link to set a password, which works once and expires after ${linkDuration['set-up']}. While the mail server is unavailable, the email waits. An email address belongs to one employee at a time, whatever its case.`,
    body: employeeForm,
    bodyRules: employeeFieldErrors,
    idempotent: true,
    status: 201,
    reply: addedEmployee,
    failures: ['email-taken'],
  }),
  edit: endpoint('PATCH /employees/:id', {
    access: 'employees:edit',
    summary: 'Change an employee',
    description:
      'Takes the whole employee; `role` is ignored because it has its own call. A changed email address ends the employee’s sessions and links; an employee without a password gets a new setup email there. With `version`, an edit based on an older record gets 409 with the newer one in `current`.',
    params: employeeParams,
    body: employeeEdit,
    bodyRules: employeeFieldErrors,
    reply: employee,
    failures: ['not-found', 'version-conflict', 'email-taken', 'confirm-password'],
  }),
  changeRole: endpoint('PATCH /employees/:id/role', {
    access: 'employees:change-role',
    confirmedBy: 'two-step',
    summary: 'Change an employee’s role',
    description:
      'Changes what the employee may do and ends their sessions, so they have to sign in again. The role of the last super-admin who can sign in can’t be changed.',
    params: employeeParams,
    body: roleChange,
    reply: employee,
    failures: ['not-found', 'version-conflict', 'last-super-admin'],
  }),
  remove: endpoint('DELETE /employees/:id', {
    access: 'employees:delete',
    confirmedBy: 'two-step',
    summary: 'Delete an employee',
    description:
      'Removes the employee from every list and ends their sessions and links at once. Their clients and follow-ups are assigned to nobody. What they wrote stays, and the record is kept for the retention period. The last super-admin who can sign in can’t be deleted.',
    params: employeeParams,
    slow: true,
    failures: ['not-found', 'last-super-admin'],
  }),
  handOver: endpoint('POST /employees/:id/hand-over', {
    access: 'employees:hand-over',
    confirmedBy: 'everyone',
    summary: 'Hand over an employee’s caseload',
    description:
      'Assigns all clients and open follow-ups of the employee to another employee, or to nobody. Either all of them move or none do.',
    params: employeeParams,
    body: handOver,
    slow: true,
    reply: handedOver,
    failures: ['not-found'],
  }),
  signOut: endpoint('POST /employees/:id/sign-out', {
    access: 'employees:sign-out',
    summary: 'Sign an employee out everywhere',
    description: 'Ends all sessions of the employee, for example after a device was lost.',
    params: employeeParams,
    reply: z.object({
      message: text('A message for people', 'Signed out.'),
    }),
    failures: ['not-found'],
  }),
  resetTwoStep: endpoint('DELETE /employees/:id/two-step', {
    access: 'employees:reset-two-step',
    confirmedBy: 'two-step',
    summary: 'Reset an employee’s two-step sign-in',
    description:
      'For an employee who has lost both the phone and the recovery codes. Turns off two-step sign-in, ends the employee’s sessions and sends them an email about it. It can’t be used for your own account.',
    params: employeeParams,
    failures: ['not-found', 'own-account'],
  }),
  unlinkAccount: endpoint('DELETE /employees/:id/organization', {
    access: 'employees:unlink-account',
    confirmedBy: 'two-step',
    summary: 'Remove the link to an employee’s organization account',
    description:
      'Ends the sessions that were opened with that account and sends the employee an email. The next sign-in with an account that has the employee’s email address links that one.',
    params: employeeParams,
    failures: ['not-found'],
  }),
  resendSetupEmail: endpoint('POST /employees/resend-setup-email', {
    access: 'employees:resend-setup-email',
    confirmedBy: 'everyone',
    summary: 'Resend an employee’s setup email',
    description: `Sends a new link to set a password and ends the older one. An employee who already has a password gets a reset link, which works for ${linkDuration.reset}.`,
    body: resendInput,
    reply: resentMail,
    failures: ['not-found'],
  }),
}
