import { expect, test } from 'vitest'
import type { TrailRow } from '#contract/audit/endpoints.ts'
import { rowSentence, unlinkedRecord } from '#contract/audit/row-sentence.ts'
import { dateAndTime } from '#portal/screen/dates.ts'

const nothing = { fields: [], filter: [], records: [], count: null, role: null, backup: null, names: {} }

test.each([
  [
    { kind: 'client', action: 'edited', fields: ['phone', 'dateOfBirth'] },
    'Edited a client: phone, date of birth',
  ],
  [{ kind: 'client', action: 'edited', fields: ['pmi'] }, 'Edited a client: PMI'],
  [{ kind: 'follow-up', action: 'edited', fields: ['assignedTo'] }, 'Reassigned a follow-up'],
  [
    { kind: 'employee', action: 'changed role', role: { from: 'manager', to: 'admin' } },
    'Changed a role from manager to admin',
  ],
  [
    { kind: 'client list', action: 'listed', count: 50, filter: ['search', 'status active'] },
    'Read the client list (50\u00a0records, filtered by search, status active)',
  ],
  [
    { kind: 'follow-up', action: 'listed', count: 0, filter: ['clientId 5eed0002', 'until 2026-03-05'] },
    'Read follow-ups (0\u00a0records, filtered by client, due date 2026-03-05)',
  ],
  [
    { kind: 'service log', action: 'listed', count: 2, filter: ['finding overlap'] },
    'Read the service log (2\u00a0records, filtered by flag overlap)',
  ],
  [
    { kind: 'client list', action: 'listed', filter: ['worker e2', 'worker e9'], names: { e2: 'Nadia Ali' } },
    'Read the client list (filtered by worker Nadia Ali, worker e9)',
  ],
  [
    {
      kind: 'record packet',
      action: 'exported',
      fields: ['notes', 'papers', 'followUps', 'accesses'],
      recordId: 'd1',
      names: { d1: 'Hennepin County' },
    },
    'Made a record packet for Hennepin County: notes, signed documents, follow-ups, who has seen this record',
  ],
  [{ kind: 'note', action: 'refused', fields: ['notes:sign'] }, 'Access denied: sign a note'],
  [{ kind: 'note', action: 'listed', count: 1 }, 'Read a client’s notes (1\u00a0record)'],
  [{ kind: 'client', action: 'printed', fields: ['notes'] }, 'Printed a client: notes'],
  [{ kind: 'client', action: 'refused', fields: ['clients:delete'] }, 'Access denied: delete a client'],
  [
    { kind: 'backup', action: 'restored', backup: '2026-03-01T09:30:00.000Z', count: 70 },
    `Restored a backup of ${dateAndTime('2026-03-01T09:30:00.000Z')} (70\u00a0records)`,
  ],
  [{ kind: 'session secret', action: 'changed' }, 'The server started with another session secret'],
  [{ kind: 'client', action: 'merged', fields: ['phone'] }, 'Merged a client with another record: phone'],
  [{ kind: 'paper', action: 'moved' }, 'Moved to another client record: signed document'],
  [{ kind: 'record packet', action: 'moved' }, 'Moved to another client record: record packet'],
  // Nothing writes these: rows of a release before or after this one are shown, too.
  [{ kind: 'client', action: 'archived', count: 2 }, 'Archived: client (2\u00a0records)'],
  [{ kind: 'referral', action: 'sent on' }, 'Sent on: referral'],
] as const)('describes %j as “%s”', (row, sentence) => {
  expect(rowSentence({ ...nothing, ...row } as unknown as TrailRow, dateAndTime)).toBe(sentence)
})

test('a row about the server itself names no record, one about a deck names the deck [T786]', () => {
  expect(unlinkedRecord({ kind: 'session secret', recordId: 'SESSION_SECRET' })).toBe('None')
  expect(unlinkedRecord({ kind: 'training deck', recordId: 'employees' })).toBe('Deck employees')
  expect(unlinkedRecord({ kind: 'backup', recordId: null })).toBe('None')
})
