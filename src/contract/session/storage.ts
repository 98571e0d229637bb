/** What the browser's local storage holds (§3, decision 60); after logging out nothing of it but `savedEmail`. */
export const storageKeys = {
  token: 'token',
  role: 'role',
  email: 'email',
  savedEmail: 'savedEmail',
  cookieConsent: 'cookieConsent',
} as const
