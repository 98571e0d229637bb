import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Client } from '#contract/clients/schema.ts'
import { ClientFacts } from '#portal/clients/client-details-screen.tsx'
import { dateOfNote, timeSinceNote } from '#portal/clients/last-note.ts'
import { StatusBadge } from '#portal/clients/status-badge.tsx'
import { headlineOf, isIntake, originOf } from '#portal/clients/status-history.tsx'
import { shortDate } from '#portal/screen/dates.ts'
import { exampleClient } from '#test/support/people.ts'

describe('the time since the last note', () => {
  const last = (lastNoteOn: string | null, lastNoteAttempted = false) => ({ lastNoteOn, lastNoteAttempted })

  it('counts the days since the service', () => {
    expect(timeSinceNote(last('2026-03-19'), '2026-03-20')).toBe('No note for 1 day')
    expect(timeSinceNote(last('2026-02-20'), '2026-03-20')).toBe('No note for 28 days')
    expect(timeSinceNote(last(null), '2026-03-20')).toBe('No note yet')
  })

  it('says that the client was not reached', () => {
    expect(timeSinceNote(last('2026-03-10', true), '2026-03-20')).toBe('No note for 10 days (attempted)')
    expect(dateOfNote(last('2026-03-10', true))).toBe('Mar 10, 2026 (attempted)')
    expect(dateOfNote(last('2026-03-10'))).toBe('Mar 10, 2026')
  })
})

describe('the history of a status', () => {
  const at = new Date(2026, 2, 5, 17).toISOString()
  const by = 'amina@example.org'

  it('says since when a client has a status, who set it, and what it was before', () => {
    const change = { from: 'pending', to: 'active', at, by, byName: '', on: null, reason: null } as const
    expect(headlineOf(change, { current: true })).toBe('Active since Mar 5, 2026')
    expect(headlineOf(change, { current: false })).toBe('Active, Mar 5, 2026')
    expect(headlineOf({ ...change, on: '2026-03-01' }, { current: true })).toBe('Active since Mar 1, 2026')
    expect(originOf(change, { intake: false })).toBe(', changed by amina@example.org from Pending')
    expect(originOf({ ...change, from: null }, { intake: false })).toBe(
      ', changed by amina@example.org from Unknown',
    )
  })

  it('says who took a client in, or that the record was imported', () => {
    const intake = { from: null, to: null, at, by: null, byName: '', on: null, reason: null } as const
    expect(headlineOf(intake, { current: false })).toBe('Unknown, Mar 5, 2026')
    expect(originOf(intake, { intake: true })).toBe(' (imported)')
    expect(originOf({ ...intake, by }, { intake: true })).toBe(' (intake), entered by amina@example.org')
  })
})

describe('the intake', () => {
  const changed = (from: 'active' | null, to: 'active' | 'pending' | null) =>
    ({ from, to, at: '2026-03-05T17:00:00.000Z', by: null, byName: '', on: null, reason: null }) as const

  it('is the last row, and the first one of a record that was merged, but no change of a missing status', () => {
    const merged = [changed('active', 'pending'), changed(null, 'active'), changed(null, 'pending')]
    expect(merged.map((_, at) => isIntake(merged, at))).toEqual([false, true, true])
    const completed = [changed(null, 'active'), changed(null, null)]
    expect(completed.map((_, at) => isIntake(completed, at))).toEqual([false, true])
  })
})

describe('the badge of a status', () => {
  it.each([
    ['active', 'green', 'Active'],
    ['pending', 'yellow', 'Pending'],
    ['inactive', 'gray', 'Inactive'],
    ['discharged', 'blue', 'Discharged'],
  ] as const)('shows the status %s in %s [T52]', (status, color, label) => {
    const badge = renderToStaticMarkup(createElement(StatusBadge, { status }))
    expect(badge).toContain(`tone-${color}`)
    expect(badge).toContain(`>${label}<`)
  })

  it('shows a missing status as Unknown [T253]', () => {
    expect(renderToStaticMarkup(createElement(StatusBadge, { status: null }))).toContain('>Unknown<')
  })
})

describe('the facts of a client', () => {
  const factsOf = (fields: Partial<Client> = {}) =>
    renderToStaticMarkup(createElement(ClientFacts, { client: { ...exampleClient, ...fields } as Client }))

  it('shows birth date, phone, email, address, services and creation date [T53]', () => {
    const { email, address, service, createdAt } = exampleClient
    const facts = factsOf()
    for (const fact of ['February 29, 1988', '(612) 555-0142', email, address, service, shortDate(createdAt)])
      expect(facts).toContain(fact)
    expect(facts).not.toContain('N/A')
  })

  it('shows N/A for missing facts, and leaves out a missing service or creation date [T54]', () => {
    const facts = factsOf({ dateOfBirth: '', phone: '', email: '', address: '', service: '', createdAt: '' })
    expect(facts.match(/N\/A/g)).toHaveLength(4)
    expect(facts).not.toMatch(/Services|Created/)
  })
})
