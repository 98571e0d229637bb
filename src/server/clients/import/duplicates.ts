import type { Finding } from './findings.ts'

/** A row of the file, and who the database says it might be. */
export interface Comparison {
  row: number
  /** Alike for alike names, blind to case and accents, with the same birth date. */
  person: string
  /** Id of a living client who is the same person. */
  clientId: string | null
}

/** The rows that name somebody who is a client already or stands further up in the file. */
export function findDuplicates(comparisons: Comparison[]): Finding[] {
  const firstRowOf = new Map<string, number>()
  return comparisons.flatMap(({ row, person, clientId }) => {
    const earlier = firstRowOf.get(person)
    if (earlier === undefined) firstRowOf.set(person, row)
    if (clientId) return [sameAs(row, `client ${clientId}`)]
    return earlier === undefined ? [] : [sameAs(row, `row ${earlier}`)]
  })
}

function sameAs(row: number, other: string): Finding {
  return { row, reason: `The name and the date of birth are those of ${other}` }
}
