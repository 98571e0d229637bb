import { expect, test } from 'vitest'
import type { RecordFields } from '#contract/record-field.ts'
import { changedFields, columnValues, filledFields } from './field-columns.ts'

const fields = {
  lastName: { kind: 'line', label: 'Last Name', required: 'Last name is required' },
  mayText: { kind: 'yes-no', label: 'May Text' },
  goals: { kind: 'goals', label: 'Goals' },
} as const satisfies RecordFields

const before = { lastName: 'Abdi', mayText: true }

test('an optional field that was not sent stays, and null empties it', () => {
  expect(changedFields(fields, before, { lastName: 'Abdi' })).toEqual([])
  expect(changedFields(fields, before, { lastName: 'Abdi', mayText: null })).toEqual(['mayText'])
  expect(changedFields(fields, before, { lastName: 'Abdi', mayText: false })).toEqual(['mayText'])
  expect(changedFields(fields, { lastName: 'Abdi', mayText: null }, before)).toEqual(['mayText'])
})

test('a list is changed by another entry, not by another order, and one without entries is empty', () => {
  const changed = (before: string[], goals: string[] | null) =>
    changedFields(fields, { lastName: 'Abdi', goals: before }, { lastName: 'Abdi', goals })
  expect(changed(['a', 'b'], ['b', 'a'])).toEqual([])
  expect(changed([], null)).toEqual([])
  expect(changed(['a', 'b'], ['a'])).toEqual(['goals'])
  expect(filledFields(fields, { goals: [] })).toEqual([])
})

test('no is an answer, and is stored in the column of its name', () => {
  expect(filledFields(fields, { lastName: '', mayText: false })).toEqual(['mayText'])
  expect(columnValues(['lastName', 'mayText'], { mayText: false })).toEqual({
    last_name: null,
    may_text: false,
  })
})
