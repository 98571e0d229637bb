import * as z from 'zod/mini'

/**
 * Blanks, and the signs that people put between the digits of a phone number. What gives a format, such as a direction, is
 * seen by nobody and comes along where a number is copied from an address book.
 */
const between = /[\s\p{Cf}().+\-\u2010-\u2015]/gu

/** '+1 (612) 555-0100' → '6125550100'. What is neither a digit nor such a sign stays, for the check to name it. */
export function plainPhone(typed: string): string {
  const plain = typed.replace(between, '')
  const isNational = /^[\s\p{Cf}]*\+\s*1/u.test(typed) && plain.length === 11
  return isNational ? plain.slice(1) : plain
}

/** For a form's schema: a number as it is written on paper is right already, and what is sent are its digits. */
export const asDigits = z.pipe(z.string(), z.transform(plainPhone))
