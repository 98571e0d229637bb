import { linkDuration } from '../durations.ts'
import type { DocumentationOf } from '../endpoint.ts'
import type { employeeEndpoints } from './endpoints.ts'
import { employeeWording } from './schema.ts'

const id = '0b7e6c1d-2f84-4f5a-8a39-c1d5e07b9a42'

const person = {
  firstName: 'Amina',
  lastName: 'Warsame',
  dob: '1991-09-30',
  email: 'amina.warsame@example.org',
  phone: '6125550117',
  address: '810 Lake Street E, Minneapolis, MN 55407',
} as const

const exampleEmployee = {
  _id: id,
  id,
  ...person,
  role: 'manager',
  hasPassword: false,
  createdAt: '2026-03-02T15:04:05.000Z',
  updatedAt: '2026-03-02T15:04:05.000Z',
  version: 1,
} as const

/** What the API page says of each call, apart from what the portal loads. */
export const employeeDocumentation = {
  list: {
    description: 'Answers all employees as one array, ordered by last name, first name and id.',
    example: { reply: [exampleEmployee] },
  },
  search: {
    description:
      'Answers the employees that match as one array, in the order of the list. Every word must be part of the first or last name, in any order.',
    example: { body: { search: 'war ami', role: 'manager' }, reply: [exampleEmployee] },
  },
  get: {
    description:
      'Answers one employee. An id that names nobody, or somebody who has been deleted, is `not-found`.',
    example: { params: { id }, reply: exampleEmployee },
  },
  add: {
    description: `Adds an employee and sends a mail with a link to set a password, which works once and for ${linkDuration['set-up']}. While the mail server is away the mail waits. An address belongs to one employee at a time, whatever its case.`,
    example: { body: { ...person, role: 'manager' }, reply: exampleEmployee },
  },
  edit: {
    description:
      'Takes the whole employee; `role` is ignored, because it has its own call. A changed address ends the sessions and links of the employee, and whoever has no password yet gets a new set-up mail there. With `version` an edit made from an older record is answered with the newer one.',
    example: {
      params: { id },
      body: { ...person, phone: '6125550118', version: 1 },
      reply: { ...exampleEmployee, phone: '6125550118', version: 2 },
    },
  },
  changeRole: {
    description:
      'Changes what the employee may do, and ends their sessions: they sign in again with the new role. The last super-admin who can sign in keeps the role.',
    example: {
      params: { id },
      body: { role: 'admin' },
      reply: { ...exampleEmployee, role: 'admin', version: 2 },
    },
  },
  remove: {
    description:
      'Takes the employee out of every list; sessions and links end at once. What they wrote stays, and the record is kept for the retention years. The last super-admin who can sign in can’t be deleted.',
    example: { params: { id } },
  },
  resendSetupEmail: {
    description: `Sends a new link to set a password and ends the older one. Whoever has a password already gets a link that works for ${linkDuration.reset}.`,
    example: { body: { email: person.email }, reply: { message: employeeWording.setupEmailSent } },
  },
} satisfies DocumentationOf<typeof employeeEndpoints>
