import { describe, expect, it } from 'vitest'
import { pieConfiguration } from '#portal/dashboard/pie-chart.ts'
import { rowsOf } from '#portal/dashboard/status-rows.ts'

const counts = { active: 3, inactive: 0, pending: 1, discharged: 0, Unknown: 0 }

describe('the rows of the status breakdown', () => {
  it('have a row of unknown clients only while there are such records', () => {
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

  it('share nothing among nobody', () => {
    const none = { active: 0, inactive: 0, pending: 0, discharged: 0, Unknown: 0 }
    expect(new Set(rowsOf(none, 0).map(({ share }) => share))).toEqual(new Set(['0.0%']))
  })
})

describe('the pie', () => {
  const colors = ['green', 'gray', 'ochre', 'navy', 'violet']
  const look = { colors, ink: 'black', surface: 'white', font: { family: 'serif', size: 14 }, animated: true }
  const configuration = (total: number, more: Partial<typeof counts> = {}) =>
    pieConfiguration(rowsOf({ ...counts, ...more }, total), look)
  const tooltip = ({ options }: ReturnType<typeof configuration>, dataIndex: number) =>
    options?.plugins?.tooltip?.callbacks?.label?.call(undefined as never, { dataIndex } as never)

  it('has a slice for each row, and a legend at the bottom', () => {
    const { data, options } = configuration(4)
    expect(data.labels).toEqual(['Active', 'Inactive', 'Pending', 'Discharged'])
    expect(data.datasets[0]?.data).toEqual([3, 0, 1, 0])
    expect(options?.plugins?.legend?.position).toBe('bottom')
  })

  it('says of a slice what it is, how many, and which share with one decimal', () => {
    expect(tooltip(configuration(4), 0)).toBe('Active: 3 (75.0%)')
    expect(tooltip(configuration(6, { Unknown: 2 }), 4)).toBe('Unknown: 2 (33.3%)')
    expect(tooltip(configuration(1_234_568, { inactive: 1_234_564 }), 1)).toBe('Inactive: 1,234,564 (100.0%)')
  })

  it('cycles through the five colors', () => {
    const row = { status: null, label: 'Unknown', count: 1, share: '14.3%' }
    const [slices] = pieConfiguration(Array(7).fill(row), look).data.datasets
    expect(slices?.backgroundColor).toEqual([...colors, 'green', 'gray'])
  })

  it('stands still for whoever asked for less motion', () => {
    expect(pieConfiguration([], { ...look, animated: false }).options?.animation).toBe(false)
  })
})
