import { personFields, type RecordFields } from '../record-field.ts'
import { statusLabels } from './statuses.ts'

/** The fields of a client, in the order of the form. */
export const clientFields = {
  firstName: {
    ...personFields.firstName,
    headings: ['first', 'given name', 'given', 'forename', 'client first name', 'legal first name'],
    example: 'Hodan',
  },
  lastName: {
    ...personFields.lastName,
    headings: ['last', 'surname', 'family name', 'family', 'client last name', 'legal last name'],
    example: 'Abdi',
  },
  dateOfBirth: {
    ...personFields.birthDate,
    headings: ['dob', 'birth date', 'birthday', 'born', 'date of birth (dob)'],
    description: 'Calendar date, YYYY-MM-DD, from 1900-01-01 up to today',
    example: '1990-04-12',
  },
  phone: {
    kind: 'phone',
    label: 'Phone',
    required: 'Enter a valid phone number',
    digits: [10, 15],
    hint: '10 to 15 digits. Spaces and dashes are fine.',
    group: 'contact',
    headings: [
      'phone number',
      'telephone',
      'telephone number',
      'tel',
      'mobile',
      'mobile phone',
      'cell',
      'cell phone',
    ],
    description: '10 to 15 digits',
    example: '6125550142',
  },
  email: {
    ...personFields.email,
    headings: ['e-mail', 'email address', 'e-mail address', 'mail'],
    example: 'hodan.abdi@example.org',
  },
  address: {
    ...personFields.address,
    hint: 'Write "No fixed address" if there is none.',
    headings: ['street address', 'street', 'address 1', 'address line 1', 'home address', 'mailing address'],
    description: 'Postal address, or “No fixed address”',
    example: '1200 Nicollet Ave, Minneapolis, MN 55403',
  },
  status: {
    kind: 'choice',
    label: 'Status',
    required: 'Status is required',
    choices: statusLabels,
    group: 'support',
    headings: ['client status'],
  },
  service: {
    kind: 'choice',
    label: 'Service',
    required: 'Service is required',
    // Stored as written here.
    choices: {
      Consultant: 'Consultant',
      'Transition & Sustaining': 'Transition & Sustaining',
      'Housing Transition': 'Housing Transition',
      'Housing Sustaining': 'Housing Sustaining',
    },
    group: 'support',
    headings: ['services', 'program', 'programme', 'service type'],
    description: 'The service that the client is enrolled in',
    example: 'Housing Transition',
  },
} as const satisfies RecordFields
