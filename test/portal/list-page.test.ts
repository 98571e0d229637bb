import { describe, expect, it } from 'vitest'
import { pageRange } from '#portal/screen/list-page.ts'

describe('the range of a page', () => {
  const page = (number: number, count: number, total: number, nextCursor: string | null) =>
    pageRange({
      address: { page: number },
      items: Array.from({ length: count }),
      total,
      nextCursor,
    })

  it('counts what is on the page', () => {
    expect(page(1, 50, 120, 'x')).toEqual({ from: 1, to: 50, total: 120 })
    expect(page(3, 20, 120, null)).toEqual({ from: 101, to: 120, total: 120 })
  })

  it('ends where the cursor says, though clients came or went in the meantime', () => {
    expect(page(3, 19, 120, null)).toEqual({ from: 101, to: 119, total: 119 })
    expect(page(2, 50, 99, 'x')).toEqual({ from: 51, to: 100, total: 101 })
  })
})
