import type { SeedKind } from './chance.ts'

/*
 * The id of a made-up record holds its kind and number: it tells made-up records from real ones, never meets another
 * id, and shows where the next run has to go on.
 */

export type NumberedKind = Exclude<SeedKind, 'household' | 'status'>

const prefixes: Record<NumberedKind, string> = {
  employee: '5eed0001',
  client: '5eed0002',
  note: '5eed0003',
  message: '5eed0004',
}

/** Version 8 of RFC 9562: a layout of our own. */
const middle = '0000-8000-8000'

export function seedId(kind: NumberedKind, index: number): string {
  return `${prefixes[kind]}-${middle}-${index.toString(16).padStart(12, '0')}`
}

/** The least and the greatest id that a made-up record of that kind can have. */
export function seedIdRange(kind: NumberedKind): { first: string; last: string } {
  return { first: seedId(kind, 0), last: seedId(kind, 2 ** 48 - 1) }
}

/** The number in an id that lies in the range. */
export function indexOfSeedId(id: string): number {
  return Number.parseInt(id.slice(-12), 16)
}
