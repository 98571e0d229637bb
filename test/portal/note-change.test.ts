import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Note } from '#contract/notes/schema.ts'
import { noteBeginning } from '#portal/notes/delete-note-dialog.tsx'
import { withEdited } from '#portal/notes/edited-notes.ts'
import { NoteItem } from '#portal/notes/note-list.tsx'
import { nextDeadline } from '#portal/notes/note-timeline.tsx'

const day = 24 * 60 * 60 * 1000
const now = new Date('2026-06-30T12:00:00Z')
const noteOfAge = (days: number, id = `${days}`) =>
  ({ id, createdAt: new Date(now.getTime() - days * day).toISOString() }) as Note

describe('the next deadline of the note rule', () => {
  const notes = [noteOfAge(0), noteOfAge(29), noteOfAge(89), noteOfAge(200)]

  it('finds the next deadline of the role', () => {
    expect(nextDeadline('manager', notes, now)).toBe(now.getTime() + day)
    expect(nextDeadline('admin', notes, now)).toBe(now.getTime() + day)
    expect(nextDeadline('admin', [noteOfAge(29)], now)).toBe(now.getTime() + 61 * day)
  })

  it('finds no deadline after it has passed, nor for a role without one', () => {
    expect(nextDeadline('manager', [noteOfAge(30), noteOfAge(31)], now)).toBeUndefined()
    expect(nextDeadline('super-admin', notes, now)).toBeUndefined()
    expect(nextDeadline('employee', notes, now)).toBeUndefined()
  })
})

describe('a note that is being edited', () => {
  it('keeps a note in its place when another person deletes it', () => {
    const [newest, middle, oldest] = [noteOfAge(0), noteOfAge(1), noteOfAge(2)]
    expect(withEdited([newest, oldest], [middle])).toEqual([newest, middle, oldest])
    expect(withEdited([], [middle])).toEqual([middle])
  })
})

describe('what the buttons of a note are about', () => {
  it('describes two notes of one author on one day by their time', () => {
    const description = (createdAt: string) => {
      const shown = { id: 'n1', author: 'a@example.org', text: 'Called.', createdAt }
      const note = { ...shown, editedAt: null, correctedBy: [] as string[], goals: [] as string[] } as Note
      const html = renderToStaticMarkup(
        createElement(NoteItem, { note, list: { notes: [note], isWhole: true, goals: [] } }),
      )
      return /<p [^>]*id="note-n1-head">(.*?)<\/p>/.exec(html)?.[1]?.replace(/<[^>]*>/g, ' ')
    }
    const [earlier, later] = [new Date(2024, 2, 5, 15, 4, 5), new Date(2024, 2, 5, 15, 4, 6)]
    expect(description(earlier.toISOString())).toMatch(/Mar 5, 2024\s+3:04:05\sPM/)
    expect(description(later.toISOString())).toMatch(/Mar 5, 2024\s+3:04:06\sPM/)
  })
})

describe('the beginning of a note', () => {
  it('is one line, cut between words or, in a very long word, between characters', () => {
    expect(noteBeginning('  Called\n\nthe landlord. ')).toBe('Called the landlord.')
    expect(noteBeginning('🙂'.repeat(500)).isWellFormed()).toBe(true)
    const beginning = noteBeginning('One sentence, and one more. '.repeat(20))
    expect(beginning).toMatch(/(sentence|and|one|more|One)…$/)
    expect(Array.from(beginning).length).toBeLessThanOrEqual(141)
  })
})
