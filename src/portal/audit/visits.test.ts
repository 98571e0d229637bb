import { expect, test } from 'vitest'
import type { TrailRow } from '#contract/audit/endpoints.ts'
import { visitsIn } from './visits.ts'

let next = 0

/** A row of that minute; rows are newest first. */
function row(minute: number, change: Partial<TrailRow> = {}): TrailRow {
  const { actor = { id: 'omar', name: 'Omar', email: 'omar@example.org', role: 'manager' } } = change
  next += 1
  return {
    id: `${next}`,
    at: new Date(Date.parse('2026-03-05T15:00:00Z') + minute * 60_000).toISOString(),
    action: 'viewed',
    kind: 'client',
    recordId: 'deqa',
    names: {},
    clientId: null,
    fields: [],
    filter: [],
    records: [],
    count: null,
    role: null,
    backup: null,
    operator: null,
    sessionId: null,
    network: null,
    requestId: null,
    ...change,
    actor,
  }
}

const minutesOf = (rows: TrailRow[]) =>
  visitsIn(rows).map((visit) => visit.map(({ at }) => new Date(at).getUTCMinutes()))

const ofNotes = { action: 'listed', kind: 'note', recordId: null, clientId: 'deqa' }

test('views of a client and the notes within 30 minutes are one visit [T731]', () => {
  expect(minutesOf([row(40), row(30, ofNotes), row(10), row(9)])).toEqual([[40, 30, 10], [9]])
})

test('another person’s views, and those of another client, are visits of their own [T732]', () => {
  const actor = { id: 'amina', name: 'Amina', email: 'amina@example.org', role: 'employee' }
  const rows = [row(5), row(4, { actor }), row(3, { recordId: 'other' }), row(2), row(1, { actor })]
  expect(minutesOf(rows)).toEqual([[5, 2], [4, 1], [3]])
})

test('changes, prints, downloads and denied calls stay by themselves; a visit goes on around them [T733]', () => {
  const others = ['edited', 'printed', 'exported', 'refused'].map((action, at) => row(8 - at, { action }))
  expect(minutesOf([row(9), ...others, row(1)])).toEqual([[9, 1], [8], [7], [6], [5]])
})

test('reading one list again and again is one visit, too', () => {
  const list = { action: 'listed', kind: 'client list', recordId: null }
  expect(minutesOf([row(3, list), row(2, { ...list, kind: 'employee' }), row(1, list)])).toEqual([
    [3, 1],
    [2],
  ])
})
