/** Keys of the browser's local storage. Logging out keeps only `savedEmail` and `cookieConsent`. */
export const storageKeys = {
  token: 'token',
  role: 'role',
  email: 'email',
  savedEmail: 'savedEmail',
  cookieConsent: 'cookieConsent',
} as const
