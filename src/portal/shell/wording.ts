export const shellWording = {
  profile: 'Profile',
  myAccount: 'My Account',
  notHereYet: 'This part of the portal is not built yet.',
  notHereYetDetail: 'It comes with a later version. Nothing is lost: your clients and their notes are here.',
  toClients: 'Back to clients',
} as const
