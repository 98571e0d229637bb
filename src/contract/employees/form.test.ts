import { expect, test } from 'vitest'
import { roles } from '#contract/access/roles.ts'
import { amina } from '#test/support/people.ts'
import { employeeForm } from './form.ts'

const wrongFields = (input: object) =>
  employeeForm.safeParse(input).error?.issues.map(({ path }) => path.join('.')) ?? []

test('asks for every field of a new employee', () => {
  expect(wrongFields({})).toEqual(Object.keys(amina))
})

test.each([
  ['firstName', ['   ', 'x'.repeat(101), 'A\u0007', 7]],
  ['lastName', [null, 'x'.repeat(101), 'Two\nlines']],
  ['dob', ['', '2023-02-29', '1899-12-31', '15.06.1990', '1990-06-15T00:00:00Z']],
  ['email', ['', 'nobody', 'a@b c']],
  ['phone', ['', '612555011', '61255501177', '(612) 555-0117', '６１２５５５０１１７']],
  ['address', ['', 'x'.repeat(301)]],
  ['role', ['', 'staff', 'Super-Admin', 'owner', null, ['admin']]],
])('refuses a wrong %s, and names that field alone [T109]', (field, values) => {
  for (const value of values)
    expect(wrongFields({ ...amina, [field]: value }), JSON.stringify(value)).toEqual([field])
})

test('accepts the longest values and every role [T260]', () => {
  const longest = {
    ...amina,
    firstName: 'x'.repeat(100),
    lastName: 'y'.repeat(100),
    address: 'z'.repeat(300),
  }
  for (const role of roles) expect(employeeForm.parse({ ...longest, role })).toEqual({ ...longest, role })
})
