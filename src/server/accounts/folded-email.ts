/**
 * An email address as it is looked up and counted, regardless of case (decision 19). Only A–Z are folded: stored addresses
 * hold no other letters, and of 'İ' or the Kelvin sign the database makes another letter than JavaScript does. So who
 * types those is nobody, and never counts apart from an account that is found all the same.
 */
export const foldedEmail = (email: string): string =>
  email.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
