import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { inputShape, storedShape } from './field-schemas.ts'
import { normalizeDigits, type RecordField } from './record-field.ts'

const optional: Record<string, RecordField> = {
  line: { kind: 'line', label: 'Preferred Name', max: 5 },
  text: { kind: 'text', label: 'Goal', max: 20 },
  choice: { kind: 'choice', label: 'Place', choices: { home: 'At home', phone: 'By phone' } },
  date: { kind: 'date', label: 'Service Date' },
  time: { kind: 'time', label: 'Start Time' },
  yesNo: { kind: 'yes-no', label: 'May Text' },
  number: { kind: 'number', label: 'Minutes', min: 1, max: 1440 },
  digits: { kind: 'digits', label: 'Case Number', digits: [4, 4] },
  phone: { kind: 'phone', label: 'Other Phone' },
  email: { kind: 'email', label: 'Other Email' },
  goals: { kind: 'goals', label: 'Goals', max: 2 },
}
const input = z.object(inputShape(optional))
const complaint = (name: string, value: unknown) =>
  input.safeParse({ [name]: value }).error?.issues.map(({ message }) => message)[0]

test('an optional field of any kind may be missing, null or filled in', () => {
  const filledIn = {
    line: 'Dee',
    text: 'One\ntwo',
    choice: 'home',
    date: '2026-02-28',
    time: '09:05',
    yesNo: false,
    number: 1440,
    digits: '0042',
    phone: '6125550142',
    email: 'dee@example.org',
    goals: ['a', 'b'],
  }
  const nothing = Object.fromEntries(Object.keys(optional).map((name) => [name, null]))
  for (const values of [{}, nothing, filledIn]) expect(input.parse(values)).toEqual(values)
  const stored = { ...nothing, goals: [] }
  expect(z.object(storedShape(optional)).parse(stored)).toEqual(stored)
})

test('an empty text of an optional field is null', () => {
  const empty = { line: ' ', text: '\n', date: '', time: '', digits: '', phone: '', email: '' }
  expect(Object.values(input.parse(empty))).toEqual(Array(7).fill(null))
})

test.each([
  ['line', 'Deedee', 'Preferred name can have at most 5 characters'],
  ['text', 'a\u0007b', "Goal can't contain control characters"],
  ['choice', 'At home', 'Choose one of the options'],
  ['date', '2026-02-29', 'Enter a valid date, 1900 or later'],
  ['time', '24:00', 'Enter a time such as 14:30'],
  ['yesNo', 'yes', 'Answer yes or no'],
  ['number', 1441, 'Enter a whole number from 1 to 1440'],
  ['number', 1.5, 'Enter a whole number from 1 to 1440'],
  ['digits', '42', 'Enter exactly 4 digits'],
  ['digits', '042', 'Enter exactly 4 digits. A spreadsheet may have dropped a leading zero'],
  ['phone', '612', 'Enter a valid phone number'],
  ['email', 'dee', 'Enter a valid email address'],
  ['goals', ['a', 'b', 'c'], 'Choose at most 2 goals'],
  ['goals', ['a', 'A'], 'Name each goal once'],
])('refuses a wrong %s', (name, value, message) => {
  expect(complaint(name, value)).toBe(message)
})

test.each([
  ['0123 4567', '01234567'],
  [' 0123-4567 ', '01234567'],
  ['01\u2011234567\u200b', '01234567'],
  ['123456.00', '123456.00'],
  ['1.23E+07', '1.23E+07'],
  ['0123 456A', '0123 456A'],
  ['-', '-'],
  ['', ''],
])('normalizes the digits %j to %j [T1200]', (written, digits) => {
  expect(normalizeDigits(written)).toBe(digits)
})
