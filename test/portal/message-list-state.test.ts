import { expect, test } from 'vitest'
import { readListAddress, writeListAddress } from '#portal/contact-messages/list-state.ts'

test('the address says which days and page are shown, and drops what makes no sense', () => {
  const address = { from: '2026-03-01', to: '2026-03-02', cursor: 'c', page: 2 }
  expect(readListAddress(writeListAddress(address))).toEqual(address)
  expect(writeListAddress(readListAddress(new URLSearchParams('?page=7&from=x'))).toString()).toBe('')
})

test('the address never holds the search', () => {
  const address = { search: 'anna', from: undefined, to: undefined, cursor: undefined, page: 1 }
  expect(writeListAddress(address).toString()).toBe('')
  expect(readListAddress(new URLSearchParams('?search=anna'))).not.toHaveProperty('search')
})
