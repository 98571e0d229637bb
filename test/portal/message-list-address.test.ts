import { expect, test } from 'vitest'
import { readListAddress, writeListAddress } from '#portal/contact-messages/list-address.ts'

test('the address says what is looked for, and drops what makes no sense', () => {
  const place = { search: 'anna', from: '2026-03-01', to: '2026-03-02', cursor: 'c', page: 2 }
  expect(readListAddress(writeListAddress(place))).toEqual(place)
  expect(writeListAddress(readListAddress(new URLSearchParams('?page=7&from=x&search=%20'))).toString()).toBe(
    '',
  )
})
