import { describe, expect, it } from 'vitest'
import type { Client } from '#contract/clients/schema.ts'
import { CallFailure } from '#portal/calls/call-failure.ts'
import { baseOf } from '#portal/clients/client-values.ts'
import { newerRecord } from '#portal/form/conflicts.ts'
import { hasSameValues } from '#portal/form/form-values.ts'
import { exampleClient } from '#test/support/people.ts'

const record: Client = exampleClient
const base = baseOf(record).values

describe('values of a form', () => {
  it('treats values as equal when every field is, and null like an empty one', () => {
    expect(hasSameValues(base, { ...base })).toBe(true)
    expect(hasSameValues(base, { ...base, phone: '6125550199' })).toBe(false)
    expect(hasSameValues({ phone: '' }, { phone: null }), 'what is sent says null').toBe(true)
  })
})

describe('a client in the form', () => {
  it('leaves the status empty for a client without one', () => {
    expect(baseOf({ ...record, status: null }).values.status).toBe('')
  })
})

describe('the newer record', () => {
  const conflict = (current: unknown) =>
    new CallFailure({ message: 'Changed.', code: 'version-conflict', current }, 409, true)

  it('reads the newer record from a version conflict', () => {
    expect(newerRecord(conflict({ ...record, version: 4 }))).toMatchObject({ id: record.id, version: 4 })
  })

  it('reads no newer record from another failure, or from a conflict without one', () => {
    expect(newerRecord(conflict(undefined))).toBeUndefined()
    expect(newerRecord(new CallFailure({ message: 'Gone.', code: 'not-found' }, 404, true))).toBeUndefined()
    expect(newerRecord(new Error('else'))).toBeUndefined()
  })
})
