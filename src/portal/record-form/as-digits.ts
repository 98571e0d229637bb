import * as z from 'zod/mini'
import { plainPhone } from '#contract/phone-number.ts'

/** For a form's schema: a number as it is written on paper is right already, and what is sent are its digits. */
export const asDigits = z.pipe(z.string(), z.transform(plainPhone))
