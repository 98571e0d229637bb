/** A person who does not exist. */
export const exampleClientInput = {
  firstName: 'Hodan',
  lastName: 'Abdi',
  status: 'active',
  service: 'Housing Transition',
  email: 'hodan.abdi@example.org',
  phone: '6125550142',
  address: '1200 Nicollet Ave, Minneapolis, MN 55403',
  dateOfBirth: '1990-04-12',
} as const

const id = '5f0c1e9a-7b3d-4c52-9e86-2d1a4b7c8f30'

export const exampleClient = {
  _id: id,
  id,
  ...exampleClientInput,
  lastNoteAt: '2026-03-06T19:30:00.000Z',
  createdAt: '2026-03-02T15:04:05.000Z',
  updatedAt: '2026-03-02T15:04:05.000Z',
  version: 1,
} as const
