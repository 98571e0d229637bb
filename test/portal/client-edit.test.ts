import { describe, expect, it } from 'vitest'
import type { Client } from '#contract/clients/schema.ts'
import { CallFailure } from '#portal/calls/call-failure.ts'
import { baseOf } from '#portal/clients/client-values.ts'
import { isSame } from '#portal/record-form/form-values.ts'
import { newerRecord } from '#portal/record-form/newer-record.ts'
import { exampleClient } from '#test/support/people.ts'

const record: Client = exampleClient
const base = baseOf(record).values

describe('two edits of one client', () => {
  it('are the same where every field is, an empty one and null alike', () => {
    expect(isSame(base, { ...base })).toBe(true)
    expect(isSame(base, { ...base, phone: '6125550199' })).toBe(false)
    expect(isSame({ phone: '' }, { phone: null }), 'what is sent says null').toBe(true)
  })
})

describe('a client in the form', () => {
  it('without a status has none chosen', () => {
    expect(baseOf({ ...record, status: null }).values.status).toBe('')
  })
})

describe('the newer record', () => {
  const conflict = (current: unknown) =>
    new CallFailure({ message: 'Changed.', code: 'version-conflict', current }, 409, true)

  it('is what a refused edit answers with', () => {
    expect(newerRecord(conflict({ ...record, version: 4 }))).toMatchObject({ id: record.id, version: 4 })
  })

  it('is none after another failure, or when the answer holds none', () => {
    expect(newerRecord(conflict(undefined))).toBeUndefined()
    expect(newerRecord(new CallFailure({ message: 'Gone.', code: 'not-found' }, 404, true))).toBeUndefined()
    expect(newerRecord(new Error('else'))).toBeUndefined()
  })
})
