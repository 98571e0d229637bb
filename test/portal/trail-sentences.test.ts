import { expect, test } from 'vitest'
import type { TrailRow } from '#contract/audit/schema.ts'
import { sentenceOfRow } from '#portal/audit/row-sentences.ts'
import { sourceFiles } from '#test/support/source-tree.ts'

const nothing: TrailRow = {
  id: '1',
  at: '2026-03-02T15:04:05.000Z',
  actor: null,
  action: '',
  kind: '',
  recordId: null,
  employee: null,
  clientId: null,
  fields: [],
  filter: [],
  count: null,
  role: null,
}

test.each([
  [
    { kind: 'client', action: 'edited', fields: ['phone', 'dateOfBirth'] },
    'Edited a client: phone, date of birth',
  ],
  [{ kind: 'employee', action: 'edited', fields: ['dob'] }, 'Edited an employee: date of birth'],
  [
    { kind: 'employee', action: 'changed role', role: { from: 'manager', to: 'admin' } },
    'Changed a role from manager to admin',
  ],
  [
    { kind: 'client list', action: 'listed', count: 50, filter: ['search', 'status active'] },
    'Read the client list (50 records, narrowed by search, status active)',
  ],
  [{ kind: 'note', action: 'listed', count: 1 }, 'Read the notes of a client (1 record)'],
  [
    { kind: 'contact message', action: 'exported', fields: ['csv'], count: 2 },
    'Downloaded the contact messages: csv (2 records)',
  ],
  // What an operator's command does has no words of its own here.
  [{ kind: 'client', action: 'purged' }, 'Purged: client'],
] as const)('%j reads “%s”', (row, sentence) => {
  expect(sentenceOfRow({ ...nothing, ...row } as TrailRow)).toBe(sentence)
})

/** Made from parts in the server, by commands, or for the demo. */
const elsewhere = /^(restored|purged|seeded|reset)$/

test('whatever people do in the portal is said in words of its own', () => {
  const pairs = sourceFiles('src/server').flatMap(({ text }) => [
    ...text.matchAll(/action: '([^']+)',\s+kind: '([^']+)'/g),
  ])
  expect(pairs.length).toBeGreaterThan(25)
  const bare = pairs.flatMap(([, action = '', kind = '']) => {
    const plain = `${action.charAt(0).toUpperCase()}${action.slice(1)}: ${kind}`
    const isBare = sentenceOfRow({ ...nothing, action, kind }) === plain
    return isBare && !elsewhere.test(action) ? [plain] : []
  })
  expect(bare).toEqual([])
})
