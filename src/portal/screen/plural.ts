/** '1 client', '1,234 clients'. */
export function plural(count: number, singular: string, many: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? singular : many}`
}

/** A count that may stop at a limit. */
export interface Counted {
  total: number
  totalIsMinimum?: boolean
}

/** 'More than 10,000 clients' where the count stopped. */
export function pluralOf({ total, totalIsMinimum }: Counted, singular: string, many: string): string {
  const words = plural(total, singular, many)
  return totalIsMinimum ? `More than ${words}` : words
}
