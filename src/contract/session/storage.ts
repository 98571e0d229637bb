/** Keys of the browser's local storage. Logging out keeps only `savedEmail`, `cookieConsent` and `firstSteps`. */
export const storageKeys = {
  token: 'token',
  role: 'role',
  email: 'email',
  /** When the server last recorded activity, in milliseconds of this device's clock. */
  activeAt: 'activeAt',
  /** Milliseconds by which the server's clock is ahead of this device's. */
  clockOffset: 'clockOffset',
  savedEmail: 'savedEmail',
  cookieConsent: 'cookieConsent',
  firstSteps: 'firstSteps',
} as const
