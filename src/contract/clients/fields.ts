import { personFields, type RecordField } from '../person.ts'

/** What is asked about a client, in the order of the form. The schemas are made of it in `schema.ts`. */
export const clientFields = {
  firstName: {
    ...personFields.firstName,
    example: 'Hodan',
    headings: ['first', 'given name', 'given', 'forename', 'client first name', 'legal first name'],
  },
  lastName: {
    ...personFields.lastName,
    example: 'Abdi',
    headings: ['last', 'surname', 'family name', 'family', 'client last name', 'legal last name'],
  },
  dateOfBirth: {
    ...personFields.birthDate,
    description: 'Calendar date, YYYY-MM-DD, from 1900-01-01 up to today',
    example: '1990-04-12',
    headings: ['dob', 'birth date', 'birthday', 'born', 'date of birth (dob)'],
  },
  phone: {
    label: 'Phone',
    required: 'Enter a valid phone number',
    hint: 'Digits only, 10 to 15 of them.',
    description: '10 to 15 digits',
    example: '6125550142',
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
  },
  email: {
    ...personFields.email,
    example: 'hodan.abdi@example.org',
    headings: ['e-mail', 'email address', 'e-mail address', 'mail'],
  },
  address: {
    ...personFields.address,
    hint: 'Write "No fixed address" if there is none.',
    description: 'Postal address, or “No fixed address”',
    example: '1200 Nicollet Ave, Minneapolis, MN 55403',
    headings: ['street address', 'street', 'address 1', 'address line 1', 'home address', 'mailing address'],
  },
  status: { label: 'Status', required: 'Status is required', headings: ['client status'] },
  service: {
    label: 'Service',
    required: 'Service is required',
    description: 'The service that the client is enrolled in',
    example: 'Housing Transition',
    headings: ['services', 'program', 'programme', 'service type'],
  },
} as const satisfies Record<string, RecordField>
