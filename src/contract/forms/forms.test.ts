import { describe, expect, test } from 'vitest'
import { publicPaths } from '#contract/paths.ts'
import { controlsOf } from '#test/support/form-controls.ts'
import { forms } from './forms.en.ts'

test('each service page has one form', () => {
  const services = Object.values(publicPaths).filter((path) => path.startsWith('/services/'))
  expect(forms.map(({ service }) => service).sort()).toEqual(services.sort())
})

test('the form of Additional Services has the specified title', () => {
  const additional = forms.find(({ service }) => service === publicPaths.additionalServices)
  expect(additional?.title).toBe('Advocacy Service Form')
})

describe.each(forms)('$title', (form) => {
  const controls = controlsOf(form)

  test('fills the width of the page with each row', () => {
    const sums = form.sections.flatMap(({ rows }) =>
      rows.map((row) => row.reduce((sum, { width }) => sum + width, 0)),
    )
    expect(new Set(sums)).toEqual(new Set([12]))
  })

  test('gives every control a unique name and tooltip', () => {
    expect(new Set(controls.map(({ name }) => name)).size).toBe(controls.length)
    const tooltips = controls.map(({ tooltip }) => tooltip)
    expect(tooltips.filter((tooltip, index) => tooltips.indexOf(tooltip) !== index)).toEqual([])
  })

  test('begins with the client section and ends with a four-sentence notice of what the law asks for, signatures and the office section [T615]', () => {
    const ids = form.sections.map(({ id }) => id)
    expect([ids[0], ...ids.slice(-2)]).toEqual(['client', 'closing', 'office'])
    const notice = form.sections.at(-2)?.notice ?? ''
    expect(notice.match(/[.!?](\s|$)/g)).toHaveLength(4)
    for (const part of [
      'do not have to answer',
      'becomes part of your record',
      'leave something out',
      'auditors',
      'courts',
    ])
      expect(notice).toContain(part)
  })

  test('asks for no social security number', () => {
    expect(JSON.stringify(form)).not.toMatch(/social security|\bSSN\b/i)
  })
})
