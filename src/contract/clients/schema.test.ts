import { expect, test } from 'vitest'
import { hodan } from '#test/support/people.ts'
import { clientFields } from './fields.ts'
import { clientFieldErrors, clientForm, clientInput } from './schema.ts'

const complaints = (schema: typeof clientForm | typeof clientInput, input: unknown) =>
  schema.safeParse(input).error?.issues.map((issue) => issue.message) ?? []

test('accepts a complete client and trims its texts [T210]', () => {
  const { status, service, ...texts } = { ...hodan, firstName: "D'Angelo \\ <b>Ñ</b> 🙂" }
  const typed = Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, `  ${text} `]))
  expect(clientForm.parse({ ...typed, status, service })).toEqual({ ...texts, status, service })
})

test('rejects each missing field with the specified message [T104]', () => {
  expect(complaints(clientForm, {})).toEqual([
    'First name is required',
    'Last name is required',
    'Date of birth is required',
    'Enter a valid phone number',
    'Enter a valid email address',
    'Address is required',
    'Status is required',
    'Service is required',
  ])
  expect(complaints(clientForm, { ...hodan, firstName: ' \u00a0 ' })).toEqual(['First name is required'])
})

test('the API accepts a client without a status, the form does not [T252]', () => {
  const { status: _, ...imported } = hodan
  expect(complaints(clientInput, imported)).toEqual([])
  expect(complaints(clientForm, imported)).toEqual(['Status is required'])
  expect(complaints(clientInput, { ...hodan, status: 'retired' })).toEqual(['Status is required'])
})

test('accepts a phone number of 10 to 15 digits, and no other characters [T105]', () => {
  for (const phone of ['612555014', '6125550142123456', '612-555-0142', '٦١٢٥٥٥٠١٤٢']) {
    expect(complaints(clientForm, { ...hodan, phone }), phone).toEqual(['Enter a valid phone number'])
  }
  expect(complaints(clientForm, { ...hodan, phone: '612555014212345' })).toEqual([])
})

test('accepts a real birth date from 1900 on that is not in the future [T186]', () => {
  for (const dateOfBirth of [
    '1899-12-31',
    '2023-02-29',
    '2024-13-01',
    '1988-2-9',
    '88-02-29',
    '1988-02-29T00:00Z',
  ]) {
    expect(complaints(clientForm, { ...hodan, dateOfBirth }), dateOfBirth).toHaveLength(1)
  }
  expect(clientFieldErrors({ dateOfBirth: '2026-11-21' }, '2026-11-21')).toEqual({})
  expect(clientFieldErrors({ dateOfBirth: '2026-11-22' }, '2026-11-21')).toHaveProperty('dateOfBirth')
})

test('limits names to 100 and addresses to 300 characters on one line [T258]', () => {
  for (const [field, max] of Object.entries({ firstName: 100, lastName: 100, address: 300 })) {
    expect(complaints(clientForm, { ...hodan, [field]: 'x'.repeat(max) })).toEqual([])
    for (const wrong of ['x'.repeat(max + 1), 'a\nb', 'a\u0007b'])
      expect(complaints(clientForm, { ...hodan, [field]: wrong }), field).toHaveLength(1)
  }
})

test('accepts the four services and no other [T68]', () => {
  for (const service of ['Consultant', 'Transition & Sustaining', 'Housing Transition', 'Housing Sustaining'])
    expect(complaints(clientForm, { ...hodan, service })).toEqual([])
  expect(complaints(clientForm, { ...hodan, service: 'Moving' })).toEqual(['Service is required'])
})

test('accepts a PMI of exactly 8 digits, and says of 7 that a zero may be missing [T1201]', () => {
  const wrong = 'Enter exactly 8 digits'
  expect(complaints(clientForm, { ...hodan, pmi: ' 01234567 ' })).toEqual([])
  for (const pmi of ['012345678', '123456', 'A1234567', '0123 4567', '٠١٢٣٤٥٦٧', 1234567])
    expect(complaints(clientForm, { ...hodan, pmi }), String(pmi)).toEqual([wrong])
  expect(complaints(clientForm, { ...hodan, pmi: '1234567' })).toEqual([
    `${wrong}. A spreadsheet may have dropped a leading zero`,
  ])
})

test('offers the 87 counties of Minnesota, a Tribal nation, and outside Minnesota [T1202]', () => {
  const { choices } = clientFields.county
  const names = Object.values(choices)
  expect(new Set(names).size).toBe(87 + 2)
  expect(names.slice(-2)).toEqual(['Tribal nation', 'Outside Minnesota'])
  expect(choices).toMatchObject({
    hennepin: 'Hennepin',
    'lac-qui-parle': 'Lac qui Parle',
    'lake-of-the-woods': 'Lake of the Woods',
    'le-sueur': 'Le Sueur',
    mcleod: 'McLeod',
    'mille-lacs': 'Mille Lacs',
    'otter-tail': 'Otter Tail',
    'st-louis': 'St. Louis',
    'yellow-medicine': 'Yellow Medicine',
    'tribal-nation': 'Tribal nation',
  })
  for (const key of Object.keys(choices)) expect(key).toMatch(/^[a-z]+(-[a-z]+)*$/)
  expect(complaints(clientForm, { ...hodan, county: 'st-louis' })).toEqual([])
  expect(complaints(clientForm, { ...hodan, county: 'St. Louis' })).toEqual(['Choose one of the options'])
})

test('drops unknown fields', () => {
  const hostile = JSON.parse(`{"__proto__":{"admin":true},"createdAt":"1999-01-01","version":7}`)
  expect(Object.keys(clientInput.parse({ ...hodan, ...hostile }))).toEqual(Object.keys(hodan))
})
