/**
 * Blanks, and the signs that people put between the digits of a phone number. Format characters, such as the direction of
 * text, are invisible and come along with a number that is copied from an address book.
 */
const between = /[\s\p{Cf}().\-\u2010-\u2015]/gu

/** As a spreadsheet writes a number that it took for a quantity. */
const fraction = /^\s*\d{7,}\.\d+\s*$/

/**
 * '+1 (612) 555-0100' → '6125550100'. A 1 without the plus stays, as it may be a digit like the others. What is more than
 * a number with such signs stays, too, for the check to refuse it.
 */
export function plainPhone(written: string): string {
  if (fraction.test(written)) return written
  return written
    .replace(between, '')
    .replace(/^\+1(?=\d{10}$)/, '')
    .replace(/^\+/, '')
}

/** '6125550100' → '(612) 555-0100', with the country's 1 before it where it was kept; the digits of any other number. */
export function writtenPhone(digits: string): string {
  return digits.replace(/^(1?)(\d{3})(\d{3})(\d{4})$/, (_, country, area, office, line) =>
    `${country} (${area}) ${office}-${line}`.trim(),
  )
}
