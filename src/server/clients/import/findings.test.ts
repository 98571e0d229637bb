import { expect, test } from 'vitest'
import { nameRows } from './findings.ts'

const findings = [2, 2, 3, 5].map((row) => ({ row, field: 'phone' as const, reason: 'Wrong', value: '1' }))

test('the first rows are named with all that was found in them, the others counted', () => {
  expect(nameRows(findings, { most: 1, others: 'All are in a.csv.' })).toEqual([
    'Row 2, phone: Wrong (found "1").',
    'Row 2, phone: Wrong (found "1").',
    '… and 2 more rows. All are in a.csv.',
  ])
  expect(nameRows(findings, { most: 2 }).at(-1)).toBe('… and 1 more row.')
  expect(nameRows(findings, { most: 3 })).toHaveLength(4)
})
