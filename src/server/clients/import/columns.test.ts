import { expect, test } from 'vitest'
import type { ImportField } from '#contract/clients/import-fields.ts'
import { columnNames, mapColumns, whatIsUnclear } from './columns.ts'

const usual = ['First name', 'Last name', 'DOB', 'Phone', 'E-mail', 'Address', 'Status', 'Service']

const choose = (choices: Record<string, ImportField | null>) => new Map(Object.entries(choices))

test('recognizes headings whatever their case, accents, spaces and punctuation', () => {
  const headings = [
    'GIVEN_NAME',
    'Súrname',
    ' date-of birth',
    'Cell Phone',
    'email address',
    'Street',
    'Program',
  ]
  expect(mapColumns(headings).map).toEqual({
    firstName: 0,
    lastName: 1,
    dateOfBirth: 2,
    phone: 3,
    email: 4,
    street: 5,
    service: 6,
  })
})

test.for([
  ['pmi', ['PMI', 'PMI #', 'pmi_number', 'MHCP ID']],
  ['county', ['County', 'County of financial responsibility', 'CFR']],
] as const)('recognizes headings for %s [T1205]', ([field, headings]) => {
  for (const heading of headings) expect(mapColumns([...usual, heading]).map[field], heading).toBe(8)
})

test('lets a choice override a heading, and leave a column out', () => {
  const header = [...usual, 'Mobile', 'Aufnahme']
  const { map } = mapColumns(header, choose({ mobile: 'phone', Aufnahme: 'firstName', Status: null }))
  expect(map).toMatchObject({ phone: 8, firstName: 9 })
  expect(map.status).toBeUndefined()
})

test('takes neither of two columns that look like the same field until one is chosen', () => {
  const both = mapColumns([...usual, 'Mobile'])
  expect(both.map.phone).toBeUndefined()
  expect(whatIsUnclear(both)).toBe(
    'Two columns look like "phone": "Phone" and "Mobile". Say which one it is.',
  )
  expect(mapColumns([...usual, 'Mobile'], choose({ Phone: 'phone' })).map.phone).toBe(3)
  expect(mapColumns([...usual, 'Mobile'], choose({ Phone: null })).map.phone).toBe(8)
  const same = mapColumns([...usual, 'phone:'], choose({ 'phone: (column I)': 'phone' }))
  expect([same.map.phone, same.unclear]).toEqual([8, []])
  expect(() => mapColumns(usual, choose({ Phone: 'phone', Status: 'phone' }))).toThrow(
    'Two columns are chosen for "phone": "Phone" and "Status". Keep one of them.',
  )
})

test('names columns with the same heading, or none, by their letter', () => {
  const header = ['Phone', 'PHONE ', '', '__proto__', ...Array(23).fill('x'), 'x']
  expect(columnNames(header).toSpliced(5, 21)).toEqual([
    'Phone',
    'PHONE  (column B)',
    '(column C)',
    '__proto__ (column D)',
    'x',
    'x (column AA)',
    'x (column AB)',
  ])
})

test('prefers two columns of names to one, unless one is chosen', () => {
  const header = ['Client', ...usual]
  expect(mapColumns(header).map.name).toBeUndefined()
  const { map } = mapColumns(header, choose({ Client: 'name' }))
  expect([map.name, map.firstName, map.lastName]).toEqual([0, undefined, undefined])
  expect(mapColumns(['Client', ...usual.slice(1)]).map.name).toBe(0)
  expect(mapColumns(['Client', 'Name', ...usual]).unclear).toEqual([])
  expect(() => mapColumns(header, choose({ Client: 'name', 'First name': 'firstName' }))).toThrow(
    'Keep one of both.',
  )
})

test('names each required field without a column; a status is optional', () => {
  expect(mapColumns(['First', 'Status', 'Phone', 'Mail', 'Address', 'Service']).missing).toEqual([
    'lastName',
    'dateOfBirth',
  ])
  expect(mapColumns(usual.filter((name) => name !== 'Status')).missing).toEqual([])
  expect(mapColumns(['Name', ...usual.slice(2)]).missing).toEqual([])
  expect(mapColumns(usual.slice(0, 3), new Map(), ['phone', 'service']).missing).toEqual(['email', 'address'])
})
