/** A client as a case worker would enter it; each test changes what it is about. */
export const hodan = {
  firstName: 'Hodan',
  lastName: 'Warsame',
  status: 'active',
  service: 'Housing Transition',
  email: 'hodan.warsame@example.org',
  phone: '6125550142',
  address: '1420 Cedar Avenue S, Minneapolis, MN 55404',
  dateOfBirth: '1988-02-29',
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
