import { describe, expect, it } from 'vitest'
import { rowsOf } from '#portal/dashboard/status-pie.tsx'

const counts = { active: 3, inactive: 0, pending: 1, discharged: 0, Unknown: 0 }

describe('the rows of the status breakdown', () => {
  it('has a row Unknown only while there are such clients', () => {
    expect(rowsOf(counts, 4).map(({ label, share }) => [label, share])).toEqual([
      ['Active', '75.0%'],
      ['Inactive', '0.0%'],
      ['Pending', '25.0%'],
      ['Discharged', '0.0%'],
    ])
    expect(rowsOf({ ...counts, Unknown: 2 }, 6).at(-1)).toEqual({
      status: null,
      label: 'Unknown',
      count: 2,
      share: '33.3%',
    })
  })
})
