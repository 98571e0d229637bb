import { passwordLength } from './limits.ts'

/** How long a password is, in the words of every sentence about it. */
export const passwordExtent = `${passwordLength.min} to ${passwordLength.max} characters`
