import { describe, expect, it } from 'vitest'
import { type Area, screens, screensOf } from '#contract/paths.ts'
import { draftLabel } from '#portal/drafts/draft-address.ts'
import { isSameAddress } from '#portal/shell/area-layout.tsx'
import { inTimeZone } from '#test/support/time-zone.ts'

describe('the screens of the portal', () => {
  it('has the specified addresses in both areas [T21]', () => {
    const below = (area: Area) =>
      new Set(screensOf(area).map((screen) => screens[screen].path.replace(/:id\??$/, '{id}')))
    const shared = [
      'dashboard',
      'clients',
      'add-client',
      'edit-client/{id}',
      'client-details/{id}',
      'client-papers/{id}',
      'client-notes/{id}',
      'employee-training',
      'service-log',
      'profile',
    ]
    const ofAdmins = [
      ...shared,
      'merge-client/{id}',
      'client-notes-report/{id}',
      'user-management',
      'add-employee',
      'admin-links',
      'training',
      'contact-messages',
      'import',
      'audit-trail',
      'deleted-records',
    ]
    expect(below('admin')).toEqual(new Set(ofAdmins))
    expect(below('manager')).toEqual(new Set([...shared, 'resources']))
  })
})

describe('an unfinished draft', () => {
  it.each([
    ['new-client', null, 'Unfinished new client'],
    ['import', null, 'Unfinished import'],
    ['edit-employee:e1', null, 'Unfinished changes to an employee'],
    ['edit-note:c1:n1~2', 'Hodan Warsame', 'Unfinished edit of a note about Hodan Warsame'],
    ['edit-paper:c1:p1', 'Hodan Warsame', 'Unfinished entry (signed document) for Hodan Warsame'],
    ['person:c1', 'Hodan Warsame', 'Unfinished entry (person) for Hodan Warsame'],
    ['note:c1', null, undefined],
    ['form-of-another-release:c1', 'Hodan Warsame', undefined],
  ])('with the key %s, about %s, is called %s', (key, about, label) => {
    const stored = { id: 'd1', version: null, revision: 1, changedAt: '2026-03-04T15:12:00.000Z' }
    expect(draftLabel({ ...stored, key, about })).toBe(label)
  })
})

describe('the navigation', () => {
  it('recognizes the current address, with a trailing slash too', () => {
    expect(isSameAddress('/admin/clients/', '/admin/clients')).toBe(true)
    expect(isSameAddress('/admin/clients', '/admin/clients')).toBe(true)
    expect(isSameAddress('/admin/clients-else', '/admin/clients')).toBe(false)
  })
})

describe('what screens show', () => {
  /** One evening in Chicago, the next day on Kiritimati. */
  const shownIn = (zone: string) =>
    inTimeZone<string[]>(zone, {
      names: 'longCalendarDate, shortCalendarDate, shortDate, dateAndTime, timeOfDay, dayOf',
      module: '#portal/screen/dates.ts',
      expression: `[
        longCalendarDate('1984-03-05'), shortCalendarDate('2000-01-01'),
        shortDate('2024-03-06T04:07:08Z'), dateAndTime('2024-03-06T04:07:08Z'), timeOfDay('2024-03-06T04:07:08Z'),
        dayOf(new Date('2024-03-06T04:07:08Z')), shortDate('never'),
      ]`,
    })

  it.each([
    ['America/Chicago', 'Mar 5, 2024', 'Mar 5, 2024, 10:07 PM', '10:07:08 PM', '2024-03-05'],
    ['Pacific/Pago_Pago', 'Mar 5, 2024', 'Mar 5, 2024, 5:07 PM', '5:07:08 PM', '2024-03-05'],
    ['Pacific/Kiritimati', 'Mar 6, 2024', 'Mar 6, 2024, 6:07 PM', '6:07:08 PM', '2024-03-06'],
  ])('shows in %s a birth date as stored, and a time in the viewer’s zone', (zone, ...instants) => {
    expect(shownIn(zone)).toEqual(['March 5, 1984', 'Jan 1, 2000', ...instants, 'never'])
  })

  it('calls today what the organization calls so, wherever the viewer is', () => {
    const day = inTimeZone<string>('Pacific/Kiritimati', {
      names: 'today',
      module: '#portal/screen/dates.ts',
      expression: `(
        globalThis.document = { querySelector: () => ({ content: 'America/Chicago' }) },
        today(new Date('2024-03-06T04:07:08Z'))
      )`,
    })
    expect(day).toBe('2024-03-05')
  })
})
