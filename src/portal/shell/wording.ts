export const shellWording = {
  profile: 'Profile',
  myAccount: 'My Account',
  auditTrail: 'Audit Trail',
  unread: (count: number) => `${count.toLocaleString('en-US')} unread`,
} as const
