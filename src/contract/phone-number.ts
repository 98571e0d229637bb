/** Separators in phone numbers, with the invisible format characters of numbers copied from an address book. */
const separators = /[\s\p{Cf}().\-\u2010-\u2015]/gu

/** A phone number that a spreadsheet has formatted as a decimal. */
const fraction = /^\s*\d{7,}\.\d+\s*$/

/** '+1 (612) 555-0100' → '6125550100'. A 1 without a plus is kept. Other text stays as it is, and the schema rejects it. */
export function normalizePhone(written: string): string {
  const digits = written
    .replace(separators, '')
    .replace(/^\+1(?=\d{10}$)/, '')
    .replace(/^\+/, '')
  return fraction.test(written) || !/^\d*$/.test(digits) ? written : digits
}

/** '6125550100' → '(612) 555-0100', and '16125550100' → '1 (612) 555-0100'. Other numbers are returned as they are. */
export function formatPhone(digits: string): string {
  return digits.replace(/^(1?)(\d{3})(\d{3})(\d{4})$/, (_, country, area, office, line) =>
    `${country} (${area}) ${office}-${line}`.trim(),
  )
}
