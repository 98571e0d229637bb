/** Keys of the browser's local storage. Logging out keeps only `savedEmail`, `cookieConsent` and `firstSteps`. */
export const storageKeys = {
  token: 'token',
  role: 'role',
  email: 'email',
  savedEmail: 'savedEmail',
  cookieConsent: 'cookieConsent',
  firstSteps: 'firstSteps',
} as const
