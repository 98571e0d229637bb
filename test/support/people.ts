/** A client as a case worker would enter it. */
export const hodan = {
  firstName: 'Hodan',
  lastName: 'Warsame',
  dateOfBirth: '1988-02-29',
  phone: '6125550142',
  email: 'hodan.warsame@example.org',
  address: '1420 Cedar Avenue S, Minneapolis, MN 55404',
  status: 'active',
  service: 'Housing Transition',
} as const

const id = '5f0c1e9a-7b3d-4c52-9e86-2d1a4b7c8f30'

/** The same client as the API returns it. */
export const exampleClient = {
  _id: id,
  id,
  ...hodan,
  assignedTo: null,
  assignedToName: null,
  pmi: null,
  county: null,
  preferredName: null,
  preferredLanguage: null,
  interpreter: null,
  mayText: null,
  mayLeaveVoicemail: null,
  mayEmail: null,
  safeAtHome: null,
  alert: null,
  lastNoteAt: '2026-03-06T19:30:00.000Z',
  lastNoteOn: '2026-03-06',
  lastNoteAttempted: false,
  createdAt: '2026-03-02T15:04:05.000Z',
  updatedAt: '2026-03-02T15:04:05.000Z',
  version: 1,
} as const

/** An employee as a super-admin would enter one. */
export const amina = {
  firstName: 'Amina',
  lastName: 'Yusuf',
  dob: '1991-09-30',
  email: 'amina.yusuf@example.org',
  phone: '6125550117',
  address: '810 Lake Street E, Minneapolis, MN 55407',
  role: 'manager',
} as const

/** Where the call of a signed-in employee came from. */
export const origin = {
  sessionId: '0b2f6c1d-3e4a-4f5b-8c6d-7e8f9a0b1c2d',
  network: 'tR0aQe2c0kXnB1mV7zJd5sYpLw8hGfUi3oNx6yKqE9A',
  requestId: '9d8c7b6a-5f4e-4d3c-8b2a-1f0e9d8c7b6a',
} as const

/** What else is known of a signed-in employee. */
export const signedIn = {
  ...origin,
  hasTwoStep: false,
  byOrganization: false,
  confirmedAt: new Date(0),
} as const
