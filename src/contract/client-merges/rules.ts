import { clientFields } from '../clients/fields.ts'
import { comparable, type NameOf, namesOf, type ValuesOf } from '../record-field.ts'

type ClientField = NameOf<typeof clientFields>

/** What people have added that moves from one record to the other, in the order of the screen: one and several. */
export const movedKinds = {
  notes: ['note', 'notes'],
  followUps: ['follow-up', 'follow-ups'],
  goals: ['goal', 'goals'],
  papers: ['signed document', 'signed documents'],
  files: ['file', 'files'],
  people: ['person', 'people'],
  homes: ['home', 'homes'],
  authorizations: ['authorization', 'authorizations'],
  disclosures: ['disclosure', 'disclosures'],
} as const

/** What moves besides, which screens don't count. */
export const movedHistories = ['statusChanges', 'assignments', 'merges'] as const

export type MovedKind = keyof typeof movedKinds | (typeof movedHistories)[number]

/** Which of the two records a value comes from. */
export type Side = 'this' | 'other'

type Client = ValuesOf<typeof clientFields>

/** The fields for which a merge has to choose, also where only one record has a value. */
export const differingFields = (one: Client, other: Client): ClientField[] =>
  namesOf(clientFields).filter((name) => comparable(one[name]) !== comparable(other[name]))
