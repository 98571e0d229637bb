import '#ui/foundation.css'
import './status-breakdown.css'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { rowsOf, StatusPie } from './status-pie.tsx'

const counts = { active: 3, inactive: 0, pending: 1, discharged: 0, Unknown: 0 }

async function renderPie(rows = rowsOf(counts, 4)) {
  const screen = await render(
    <div className="status-breakdown">
      <StatusPie rows={rows} />
    </div>,
  )
  return { screen, slices: [...screen.container.querySelectorAll('path')] }
}

/** Whether the slice holds a point, as the pie's radius is 1. */
const holds = (slice: SVGPathElement | undefined, x: number, y: number) =>
  slice?.isPointInFill(Object.assign(new DOMPoint(), { x, y }))

test('the pie has a slice for each row with clients, and a legend of all rows at the bottom [T45]', async () => {
  const { screen, slices } = await renderPie()
  const [active, inactive, pending] = slices
  expect([holds(active, 0.5, -0.5), holds(active, -0.5, 0.5), holds(active, -0.5, -0.5)]).toEqual([
    true,
    true,
    false,
  ])
  expect(holds(pending, -0.5, -0.5)).toBe(true)
  expect(inactive?.getTotalLength()).toBe(0)
  for (const label of ['Active', 'Inactive', 'Pending', 'Discharged'])
    expect(screen.getByText(label, { exact: true }).element().getBoundingClientRect().top).toBeGreaterThan(
      active?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY,
    )
})

test('the only slice is the whole disk', async () => {
  const { slices } = await renderPie(rowsOf({ ...counts, pending: 0 }, 3))
  for (const [x, y] of [
    [0.5, 0.5],
    [-0.5, 0.5],
    [-0.5, -0.5],
    [0.5, -0.5],
  ] as const)
    expect(holds(slices[0], x, y)).toBe(true)
})

test('a slice under the pointer shows label, count and percentage with one decimal [T171]', async () => {
  const { screen } = await renderPie(rowsOf({ ...counts, Unknown: 1_234_564 }, 1_234_568))
  const [first, second] = [
    screen.getByText('Active: 3 (0.0%)'),
    screen.getByText('Unknown: 1,234,564 (100.0%)'),
  ]
  await expect.element(second).not.toBeVisible()
  await screen.getByRole('img').hover()
  await expect.element(second).toBeVisible()
  await expect.element(first).not.toBeVisible()
})

test('slices and legend cycle through the five colors of a chart [T93]', async () => {
  const rows = Array.from({ length: 7 }, (_, index) => ({
    status: null,
    label: `Row ${index}`,
    count: 1,
    share: '14.3%',
  }))
  const { screen, slices } = await renderPie(rows)
  const fills = slices.map((slice) => getComputedStyle(slice).fill)
  expect(new Set(fills).size).toBe(5)
  expect(fills.slice(5)).toEqual(fills.slice(0, 2))
  const marks = [...screen.container.querySelectorAll('rect')].map((mark) => getComputedStyle(mark).fill)
  expect(marks).toEqual(fills)
})
