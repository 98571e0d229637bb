import { expect, test } from 'vitest'
import { dateAdvice, readDate } from './dates.ts'
import { shown } from './shown.ts'
import { joinAddress, readName, readService, readStatus } from './values.ts'

test('a date is understood in the ways of spreadsheets, with the month first', () => {
  const ways = {
    '1984-03-05': '1984-03-05',
    '1984-3-5': '1984-03-05',
    '1984-03-05 00:00:00': '1984-03-05',
    '1984-03-05T00:00:00.000Z': '1984-03-05',
    '3/5/1984': '1984-03-05',
    '03/05/1984 0:00': '1984-03-05',
    '3/5/1984 12:00:00 AM': '1984-03-05',
    'Mar 5, 1984': '1984-03-05',
    'march 5th 1984': '1984-03-05',
    'Sept. 9, 1984': '1984-09-09',
    '5-Mar-1984': '1984-03-05',
    ' 5 March 1984 ': '1984-03-05',
    '25/12/1984': '1984-25-12',
  }
  for (const [written, value] of Object.entries(ways)) expect(readDate(written), written).toEqual({ value })
})

test('a date that could be meant in two ways is not guessed', () => {
  const { serialNumber, shortYear, unclear } = dateAdvice
  const ways = {
    '30746': serialNumber,
    '30746.5': serialNumber,
    '3/5/84': shortYear,
    '5-Mar-84': shortYear,
    '05.03.1984': unclear,
    '05-03-1984': unclear,
    '19840305': unclear,
    'Ma 5, 1984': unclear,
    '5 Brumaire 1984': unclear,
    '1984-03-05 14:30': unclear,
    spring: unclear,
  }
  for (const [written, reason] of Object.entries(ways)) expect(readDate(written), written).toEqual({ reason })
})

test('a status is known by its label; none and Unknown are none', () => {
  expect(readStatus(' ACTIVE ')).toEqual({ value: 'active' })
  expect(readStatus('Discharged')).toEqual({ value: 'discharged' })
  for (const none of ['', '  ', 'unknown']) expect(readStatus(none)).toEqual({ value: null })
  expect(readStatus('closed')).toEqual({
    reason: 'There is no such status; take Active, Inactive, Pending, Discharged, or leave it empty',
  })
})

test('a service is known by its label, with & or and', () => {
  for (const written of ['Transition & Sustaining', 'TRANSITION AND SUSTAINING', 'transition&sustaining'])
    expect(readService(written), written).toEqual({ value: 'Transition & Sustaining' })
  expect(readService('Moving')).toEqual({
    reason:
      'There is no such service; take Consultant, Transition & Sustaining, Housing Transition, Housing Sustaining',
  })
})

test('a name in one cell is "Last, First" or exactly two words', () => {
  expect(readName('de la Cruz, Ana María')).toEqual({
    value: { firstName: 'Ana María', lastName: 'de la Cruz' },
  })
  expect(readName(' Pa  Vang ')).toEqual({ value: { firstName: 'Pa', lastName: 'Vang' } })
  for (const written of ['Ana María Cruz', 'Madonna', 'Smith, Jr., John', ', John', 'Smith,', ''])
    expect(readName(written), written).toEqual({ reason: 'Write the name as "Last, First"' })
})

test('the parts of an address become one line', () => {
  const none = { address: '', line2: '', city: '', state: '', zip: '' }
  expect(
    joinAddress({
      address: '1420 Cedar Ave',
      line2: 'Apt 2',
      city: 'Minneapolis',
      state: 'MN',
      zip: '55404',
    }),
  ).toBe('1420 Cedar Ave, Apt 2, Minneapolis, MN 55404')
  expect(joinAddress({ ...none, address: '1420 Cedar Ave,\nMinneapolis\n' })).toBe(
    '1420 Cedar Ave, Minneapolis',
  )
  expect(joinAddress(none)).toBe('')
})

test('a text of the file can’t move the cursor, turn the writing round or fill the screen', () => {
  expect(shown('a\u001b[2Jb\n\u202ec\u009b')).toBe('a\\u{1b}[2Jb\\n\\u{202e}c\\u{9b}')
  expect(shown('🙂'.repeat(41))).toBe(`${'🙂'.repeat(40)}…`)
})
