/** Blanks, and the signs that people put between the digits of a phone number. */
const between = /[\s().+\-\u2010-\u2015]/g

/** '+1 (612) 555-0100' → '6125550100'. What is neither a digit nor such a sign stays, for the check to name it. */
export function plainPhone(typed: string): string {
  const plain = typed.replace(between, '')
  const isNational = /^\s*\+\s*1/.test(typed) && plain.length === 11
  return isNational ? plain.slice(1) : plain
}
