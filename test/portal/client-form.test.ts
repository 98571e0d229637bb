import { describe, expect, it } from 'vitest'
import { plainPhone } from '#portal/record-form/plain-phone.ts'
import { pageRange } from '#portal/screen/list-page.ts'

describe('a phone number', () => {
  it.each([
    ['(612) 555-0100', '6125550100'],
    ['+1 (612) 555-0100', '6125550100'],
    ['+1.612.555.0100', '6125550100'],
    ['612\u2011555\u20130100 ', '6125550100'],
    ['\u202a+1 (612)\u00a0555-0100\u202c', '6125550100'],
    ['\u200e612\u2060555\u200b0100', '6125550100'],
    ['+252 61 5550100', '252615550100'],
    ['1 612 555 0100', '16125550100'],
    ['+1 612 555 0100 22', '1612555010022'],
    ['612 555 0100 ext 4', '6125550100ext4'],
    ['', ''],
  ])('written as %j is taken as %j', (typed, plain) => {
    expect(plainPhone(typed)).toBe(plain)
  })
})

describe('the range of a page', () => {
  const page = (number: number, count: number, total: number, nextCursor: string | null) =>
    pageRange({
      address: { search: '', status: undefined, silent: false, cursor: undefined, page: number },
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
