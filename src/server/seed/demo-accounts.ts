import type { Role } from '#contract/access/roles.ts'

export interface DemoAccount {
  role: Role
  firstName: string
  lastName: string
  email: string
  dateOfBirth: string
  phone: string
  address: string
}

/** One for each role, to sign in with; the password is the demo's own. */
export const demoAccounts: readonly DemoAccount[] = [
  {
    role: 'super-admin',
    firstName: 'Ingrid',
    lastName: 'Halvorson',
    email: 'super-admin@demo.example',
    dateOfBirth: '1971-05-17',
    phone: '6125550101',
    address: '2418 Park Avenue, Minneapolis, MN 55404',
  },
  {
    role: 'admin',
    firstName: 'Marcus',
    lastName: 'Coleman',
    email: 'admin@demo.example',
    dateOfBirth: '1979-11-02',
    phone: '6515550102',
    address: '731 Selby Avenue Apt 204, St. Paul, MN 55104',
  },
  {
    role: 'manager',
    firstName: 'Hodan',
    lastName: 'Warsame',
    email: 'manager@demo.example',
    dateOfBirth: '1988-02-29',
    phone: '6125550103',
    address: '1420 Cedar Avenue S, Minneapolis, MN 55404',
  },
  {
    role: 'employee',
    firstName: 'Tou',
    lastName: 'Xiong',
    email: 'employee@demo.example',
    dateOfBirth: '1996-08-09',
    phone: '6515550104',
    address: '1188 Arcade Street, St. Paul, MN 55106',
  },
]
