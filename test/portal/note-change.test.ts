import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Note } from '#contract/notes/schema.ts'
import { withEdited } from '#portal/notes/edited-notes.ts'
import { noteBeginning } from '#portal/notes/note-beginning.ts'
import { NoteItem } from '#portal/notes/note-item.tsx'
import { nextDeadline } from '#portal/notes/rule-clock.ts'

const day = 24 * 60 * 60 * 1000
const now = new Date('2026-06-30T12:00:00Z')
const noteOfAge = (days: number, id = `${days}`) =>
  ({ id, createdAt: new Date(now.getTime() - days * day).toISOString() }) as Note

describe('the clock of the note rule', () => {
  const notes = [noteOfAge(0), noteOfAge(29), noteOfAge(89), noteOfAge(200)]

  it('is looked at again when the next window closes, the role’s own', () => {
    expect(nextDeadline('manager', notes, now)).toBe(now.getTime() + day)
    expect(nextDeadline('admin', notes, now)).toBe(now.getTime() + day)
    expect(nextDeadline('admin', [noteOfAge(29)], now)).toBe(now.getTime() + 61 * day)
  })

  it('is not looked at for a window that has just closed, nor for a role without one', () => {
    expect(nextDeadline('manager', [noteOfAge(30), noteOfAge(31)], now)).toBeUndefined()
    expect(nextDeadline('super-admin', notes, now)).toBeUndefined()
    expect(nextDeadline('employee', notes, now)).toBeUndefined()
  })
})

describe('a note that is being edited', () => {
  it('keeps its place in the list when somebody else deletes it', () => {
    const [newest, middle, oldest] = [noteOfAge(0), noteOfAge(1), noteOfAge(2)]
    expect(withEdited([newest, oldest], [middle])).toEqual([newest, middle, oldest])
    expect(withEdited([], [middle])).toEqual([middle])
  })

  it('is shown as the list has it otherwise', () => {
    const notes = [noteOfAge(0), noteOfAge(1)]
    expect(withEdited(notes, [{ ...noteOfAge(1), text: 'as it was' }])).toBe(notes)
  })
})

describe('what the buttons of a note are about', () => {
  it('is told apart between two notes of one author on one day, by the time', () => {
    const description = (createdAt: string) => {
      const note = { id: 'n1', author: 'a@example.org', text: 'Called.', createdAt, editedAt: null } as Note
      const html = renderToStaticMarkup(createElement(NoteItem, { note }))
      return /<p [^>]*id="note-n1-head">(.*?)<\/p>/.exec(html)?.[1]?.replace(/<[^>]*>/g, ' ')
    }
    const [earlier, later] = [new Date(2024, 2, 5, 15, 4, 5), new Date(2024, 2, 5, 15, 4, 6)]
    expect(description(earlier.toISOString())).toMatch(/Mar 5, 2024\s+3:04:05\sPM/)
    expect(description(later.toISOString())).toMatch(/Mar 5, 2024\s+3:04:06\sPM/)
  })
})

describe('the beginning of a note', () => {
  it('is the whole of a short one, on one line', () => {
    expect(noteBeginning('  Called\n\nthe landlord. ')).toBe('Called the landlord.')
  })

  it('ends between words, without a stop before the dots', () => {
    const beginning = noteBeginning('One sentence, and one more. '.repeat(20))
    expect(beginning).toMatch(/(sentence|and|one|more|One)…$/)
    expect(Array.from(beginning).length).toBeLessThanOrEqual(141)
  })

  it('cuts a word without end, and no character in half', () => {
    const beginning = noteBeginning('🙂'.repeat(500))
    expect(Array.from(beginning).length).toBe(141)
    expect(beginning.isWellFormed()).toBe(true)
  })
})
