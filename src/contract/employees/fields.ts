import type { Role } from '../access/roles.ts'
import { personFields, type RecordFields } from '../record-field.ts'

/** The fields of an employee, in the order of the form. */
export const employeeFields = {
  firstName: { ...personFields.firstName, example: 'Amina' },
  lastName: { ...personFields.lastName, example: 'Warsame' },
  dob: {
    ...personFields.birthDate,
    description: 'Date of birth: calendar date, YYYY-MM-DD, from 1900-01-01 up to today',
    example: '1991-09-30',
  },
  email: {
    ...personFields.email,
    description: 'Email address; the setup email is sent there',
    example: 'amina.warsame@example.org',
  },
  phone: {
    kind: 'phone',
    label: 'Phone',
    required: 'Enter a phone number of exactly 10 digits',
    digits: [10, 10],
    hint: 'Exactly 10 digits. Spaces and dashes are fine.',
    group: 'contact',
    description: 'Exactly 10 digits',
    example: '6125550117',
  },
  address: { ...personFields.address, example: '810 Lake Street E, Minneapolis, MN 55407' },
  title: {
    kind: 'line',
    label: 'Title',
    hint: 'Shown with the name under signed notes, such as “Housing Specialist.”',
    max: 80,
    dir: 'auto',
    description: 'Job title; a signed note keeps the one that its author had at signing',
    example: 'Housing Specialist',
  },
  role: {
    kind: 'choice',
    label: 'Role',
    required: 'Choose a role',
    choices: {
      manager: 'Manager',
      admin: 'Admin',
      'super-admin': 'Super Admin',
      employee: 'Employee',
    } satisfies Record<Role, string>,
    description: 'What the employee may do',
  },
} as const satisfies RecordFields
