import * as z from 'zod/mini'
import { clientFields } from '../clients/fields.ts'
import { client } from '../clients/schema.ts'
import { described, textOrNull, timestamp, timestampOrNull, wholeNumber, yesOrNo } from '../described.ts'
import { endpoint } from '../endpoint.ts'
import { personEmailOrNull, personNameOrNull, recordId } from '../record.ts'
import { type NameOf, namesOf } from '../record-field.ts'
import { type MovedKind, movedHistories, movedKinds } from './rules.ts'

const params = z.object({ id: recordId('client') })

const readVersion = (whose: string) =>
  described(
    z.int({ error: 'Version must be a whole number' }),
    `The \`version\` that was read of ${whose}; an outdated one is rejected`,
    1,
  )

const choice = z.optional(z.enum(['this', 'other'], { error: 'Choose one of the two records' }))

const count = z.optional(z.int())

const counts = z
  .object(
    Object.fromEntries([...namesOf(movedKinds), ...movedHistories].map((kind) => [kind, count])) as Record<
      MovedKind,
      typeof count
    >,
  )
  .check(
    z.meta({
      description: 'How many of each kind, deleted ones included; those of which there are none are left out',
    }),
  )

export type MovedCounts = z.output<typeof counts>

const merge = z.object({
  id: recordId('merge'),
  other: recordId('client'),
  otherName: personNameOrNull('“First last” of the record that was merged; null once it has been purged'),
  otherDateOfBirth: textOrNull('Birth date in that record, YYYY-MM-DD; null once it has been purged'),
  at: timestamp('When it was merged'),
  by: personEmailOrNull('Email address of the person who merged it; null once that account has been purged'),
  byName: personNameOrNull('Current name of that person'),
  moved: counts,
  undoneAt: timestampOrNull('When the merge was undone; null if it was not'),
})

/** A record that was merged into the client. */
export type ClientMerge = z.output<typeof merge>

export const clientMergeEndpoints = {
  counts: endpoint('GET /clients/:id/record-counts', {
    access: 'clients:merge',
    summary: 'Count what a client’s record holds',
    description: 'Returns how much would move if this record were merged into another.',
    params,
    reply: counts,
    failures: ['not-found'],
  }),
  merge: endpoint('POST /clients/:id/merges', {
    access: 'clients:merge',
    confirmedBy: 'everyone',
    summary: 'Merge two records of one person',
    description:
      'The client in the address stays, and everything about `other` moves to that client: ids, versions, authors and times stay, and so do signatures and reviews. `other` is then deleted and can’t be restored; calls about it get `merged`, with the id of the client in `mergedInto`. For each field in which the two differ, one without a value included, `values` says whose value stays. An outdated version gets 409 with the newer record in `current`. Nothing is merged while someone has unsaved text about `other`, or while homes or authorizations of the two overlap. The client’s version increases, even if no field changes.',
    params,
    body: z.object({
      other: recordId('client').check(z.toLowerCase()),
      version: readVersion('the client in the address'),
      otherVersion: readVersion('`other`'),
      values: described(
        z.object(
          Object.fromEntries(namesOf(clientFields).map((name) => [name, choice])) as Record<
            NameOf<typeof clientFields>,
            typeof choice
          >,
        ),
        'For each field that differs, `this` for the value of the client in the address or `other`. Fields that are equal are ignored',
        { phone: 'this' },
      ),
    }),
    idempotent: true,
    slow: true,
    reply: client,
    failures: ['not-found', 'version-conflict', 'has-drafts', 'homes-overlap', 'authorization-overlaps'],
  }),
  list: endpoint('GET /clients/:id/merges', {
    access: 'clients:merge',
    summary: 'List the records that were merged into a client',
    description: 'Returns the merges, newest first, those that were undone included.',
    params,
    reply: z.array(merge),
    failures: ['not-found'],
  }),
  undo: endpoint('DELETE /clients/:id/merges/:mergeId', {
    access: 'clients:merge',
    confirmedBy: 'everyone',
    summary: 'Undo a merge',
    description:
      'Brings the other record back with what moved and still exists. What was added since stays, except for corrections of notes, notes about goals or about the outcome of follow-ups, and files of signed documents that go back. The client’s fields get their former values only if the client has not been edited since. Merges are undone in the opposite order, and no longer once the other record has been purged.',
    params: z.object({ id: recordId('client'), mergeId: recordId('merge') }),
    slow: true,
    reply: z.object({
      client,
      other: client,
      fieldsReturned: yesOrNo('Whether the client’s fields have their former values again'),
      moved: wholeNumber('How many records went back', 27),
    }),
    failures: ['not-found', 'merged-later', 'merge-final'],
  }),
}
