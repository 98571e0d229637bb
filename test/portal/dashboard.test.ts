import { describe, expect, it } from 'vitest'
import { pieConfiguration } from '#portal/dashboard/pie-chart.ts'
import { rowsOf } from '#portal/dashboard/status-rows.ts'

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

describe('the pie', () => {
  const colors = ['green', 'gray', 'ochre', 'navy', 'violet']
  const look = { colors, ink: 'black', surface: 'white', font: { family: 'serif', size: 14 }, animated: true }
  const configuration = (total: number, more: Partial<typeof counts> = {}) =>
    pieConfiguration(rowsOf({ ...counts, ...more }, total), look)
  const tooltip = ({ options }: ReturnType<typeof configuration>, dataIndex: number) =>
    options?.plugins?.tooltip?.callbacks?.label?.call(undefined as never, { dataIndex } as never)

  it('draws a slice for each row, and a legend at the bottom [T45]', () => {
    const { data, options } = configuration(4)
    expect(data.labels).toEqual(['Active', 'Inactive', 'Pending', 'Discharged'])
    expect(data.datasets[0]?.data).toEqual([3, 0, 1, 0])
    expect(options?.plugins?.legend?.position).toBe('bottom')
  })

  it('shows label, count and percentage with one decimal in the tooltip [T171]', () => {
    expect(tooltip(configuration(4), 0)).toBe('Active: 3 (75.0%)')
    expect(tooltip(configuration(6, { Unknown: 2 }), 4)).toBe('Unknown: 2 (33.3%)')
    expect(tooltip(configuration(1_234_568, { inactive: 1_234_564 }), 1)).toBe('Inactive: 1,234,564 (100.0%)')
  })

  it('cycles through the five colors of the chart [T93]', () => {
    const row = { status: null, label: 'Unknown', count: 1, share: '14.3%' }
    const [slices] = pieConfiguration(Array(7).fill(row), look).data.datasets
    expect(slices?.backgroundColor).toEqual([...colors, 'green', 'gray'])
  })

  it('does not animate the chart with reduced motion', () => {
    expect(pieConfiguration([], { ...look, animated: false }).options?.animation).toBe(false)
  })
})
