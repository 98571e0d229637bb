import { expect, test } from 'vitest'
import {
  readTrailAddress,
  recordIdIn,
  trailOfRecord,
  wholeTrail,
  writeTrailAddress,
} from '#portal/audit/list-state.ts'

const id = '3f2b8c1e-6a4d-4f09-9d5c-0a7e1b2c3d4e'

test('the address says which record and days are shown, never the search', () => {
  const days = { from: '2026-03-01', to: '2026-03-02' }
  const params = writeTrailAddress({ ...wholeTrail, search: 'amina', record: id, ...days } as never)
  expect(params.toString()).toBe(`record=${id}&from=2026-03-01&to=2026-03-02`)
  expect(readTrailAddress(params)).toEqual({ record: id, ...days })
  expect(trailOfRecord(id)).toMatch(new RegExp(`\\?record=${id}$`))
})

test('only whole ids of records are taken for one, so that no name gets into the address', () => {
  expect(recordIdIn(` ${id.toUpperCase()} `)).toBe(id)
  expect(recordIdIn('first-week')).toBe('first-week')
  for (const text of ['', 'amina', 'amina@example.org', id.slice(1), `${id}0`])
    expect(recordIdIn(text)).toBe('')
})
