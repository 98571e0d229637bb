import { expect, test } from 'vitest'
import type { RecordFields } from '#contract/record-field.ts'
import { changedFields, columnValues, filledFields } from './field-columns.ts'

const fields = {
  lastName: { kind: 'line', label: 'Last Name', required: 'Last name is required' },
  mayText: { kind: 'yes-no', label: 'May Text' },
} as const satisfies RecordFields

const before = { lastName: 'Abdi', mayText: true }

test('an optional field that was not sent stays, and null empties it', () => {
  expect(changedFields(fields, before, { lastName: 'Abdi' })).toEqual([])
  expect(changedFields(fields, before, { lastName: 'Abdi', mayText: null })).toEqual(['mayText'])
  expect(changedFields(fields, before, { lastName: 'Abdi', mayText: false })).toEqual(['mayText'])
  expect(changedFields(fields, { lastName: 'Abdi', mayText: null }, before)).toEqual(['mayText'])
})

test('no is an answer, and is stored in the column of its name', () => {
  expect(filledFields(fields, { lastName: '', mayText: false })).toEqual(['mayText'])
  expect(columnValues(['lastName', 'mayText'], { mayText: false })).toEqual({
    last_name: null,
    may_text: false,
  })
})
