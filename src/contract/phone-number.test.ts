import { expect, test } from 'vitest'
import { clientForm } from './clients/schema.ts'
import { formatPhone, normalizePhone } from './phone-number.ts'

test.each([
  ['(612) 555-0100', '6125550100'],
  ['612.555.0100', '6125550100'],
  ['+1 (612) 555-0100', '6125550100'],
  ['+1.612.555.0100', '6125550100'],
  ['(+1) 612 555 0100', '6125550100'],
  ['612\u2011555\u20130100 ', '6125550100'],
  ['\u202a+1 (612)\u00a0555-0100\u202c', '6125550100'],
  ['\u200e612\u2060555\u200b0100', '6125550100'],
  ['+252 61 5550100', '252615550100'],
  ['+44 20 7946 0958', '442079460958'],
  ['1 612 555 0100', '16125550100'],
  ['+1 612 555 0100 22', '1612555010022'],
  ['612 555 0100 ext. 4', '612 555 0100 ext. 4'],
  ['', ''],
])('normalizes the phone number %j to %j [T106]', (written, plain) => {
  expect(normalizePhone(written)).toBe(plain)
})

test.each([
  '612-555-0142 x7',
  '6.12555E+09',
  '6125550142.0',
  ' 6125550142.00 ',
  '612-555-0142 / 0143',
  '612+555+0142',
  'none',
  '',
])('rejects %j, which is not exactly one phone number', (written) => {
  expect(clientForm.shape.phone.safeParse(normalizePhone(written)).success).toBe(false)
})

test.each([
  ['6125550100', '(612) 555-0100'],
  ['16125550100', '1 (612) 555-0100'],
  ['252615550100', '252615550100'],
])('formats the phone number %j as %j', (digits, written) => {
  expect(formatPhone(digits)).toBe(written)
})
