import { personFields, type RecordField } from '../person.ts'

/** The fields of a client, in the order of the form. `schema.ts` builds the schemas from them. */
export const clientFields = {
  firstName: {
    ...personFields.firstName,
    example: 'Hodan',
  },
  lastName: {
    ...personFields.lastName,
    example: 'Abdi',
  },
  dateOfBirth: {
    ...personFields.birthDate,
    description: 'Calendar date, YYYY-MM-DD, from 1900-01-01 up to today',
    example: '1990-04-12',
  },
  phone: {
    label: 'Phone',
    required: 'Enter a valid phone number',
    hint: '10 to 15 digits. Spaces and dashes are fine.',
    description: '10 to 15 digits',
    example: '6125550142',
  },
  email: {
    ...personFields.email,
    example: 'hodan.abdi@example.org',
  },
  address: {
    ...personFields.address,
    hint: 'Write "No fixed address" if there is none.',
    description: 'Postal address, or “No fixed address”',
    example: '1200 Nicollet Ave, Minneapolis, MN 55403',
  },
  status: { label: 'Status', required: 'Status is required' },
  service: {
    label: 'Service',
    required: 'Service is required',
    description: 'The service that the client is enrolled in',
    example: 'Housing Transition',
  },
} as const satisfies Record<string, RecordField>
