import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import {
  employee,
  employeeEdit,
  employeeForm,
  employeeMistakes,
  employeeSearch,
  resendInput,
  roleChange,
} from './schema.ts'

const employeeParams = z.object({ id: z.string().check(z.describe('Id of the employee')) })

export const employeeEndpoints = {
  /** All employees that are not deleted, by last name, first name and id. */
  list: endpoint({
    method: 'GET',
    path: '/employees',
    access: 'employees:read',
    summary: 'List employees',
    status: 200,
    reply: z.array(employee),
  }),
  /** The same, narrowed. What was typed is in the body, so that no name is ever in an address. */
  search: endpoint({
    method: 'POST',
    path: '/employees/search',
    access: 'employees:read',
    summary: 'Search employees',
    body: employeeSearch,
    status: 200,
    reply: z.array(employee),
    failures: ['invalid-input'],
  }),
  /** An id that names no employee, or never could, is `not-found`. */
  get: endpoint({
    method: 'GET',
    path: '/employees/:id',
    access: 'employees:read',
    summary: 'Read an employee',
    params: employeeParams,
    status: 200,
    reply: employee,
    failures: ['not-found'],
  }),
  /** Adds the employee and queues the set-up mail in the same transaction. */
  add: endpoint({
    method: 'POST',
    path: '/employees',
    access: 'employees:add',
    summary: 'Add an employee',
    body: employeeForm,
    bodyRules: employeeMistakes,
    status: 201,
    reply: employee,
    failures: ['invalid-input', 'email-taken'],
  }),
  /** Names, birth date, email, phone and address; `role` in the body is ignored. */
  edit: endpoint({
    method: 'PATCH',
    path: '/employees/:id',
    access: 'employees:edit',
    summary: 'Change an employee',
    params: employeeParams,
    body: employeeEdit,
    bodyRules: employeeMistakes,
    status: 200,
    reply: employee,
    failures: ['invalid-input', 'not-found', 'version-conflict', 'email-taken'],
  }),
  /** Ends the employee's sessions. The last super-admin stays one. */
  changeRole: endpoint({
    method: 'PATCH',
    path: '/employees/:id/role',
    access: 'employees:change-role',
    summary: 'Change an employee’s role',
    params: employeeParams,
    body: roleChange,
    status: 200,
    reply: employee,
    failures: ['invalid-input', 'not-found', 'version-conflict', 'last-super-admin'],
  }),
  /** Gone from every list and call, sessions and links ended; the row stays. */
  remove: endpoint({
    method: 'DELETE',
    path: '/employees/:id',
    access: 'employees:delete',
    summary: 'Delete an employee',
    params: employeeParams,
    status: 204,
    failures: ['not-found', 'last-super-admin'],
  }),
  /** The set-up mail once more; a reset mail for who has a password already. */
  resendSetupEmail: endpoint({
    method: 'POST',
    path: '/employees/resend-setup-email',
    access: 'employees:resend-setup-email',
    summary: 'Send an employee’s set-up mail again',
    body: resendInput,
    status: 200,
    reply: z.object({ message: z.string().check(z.describe('A sentence for people')) }),
    failures: ['invalid-input', 'not-found'],
  }),
}
