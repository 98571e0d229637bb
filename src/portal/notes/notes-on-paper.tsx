import { can } from '#contract/access/permissions.ts'
import { useSession } from '#portal/session/use-session.ts'
import type { ShownNotes } from './queries.ts'
import { notesScreenWording as wording } from './wording.ts'

/** On paper nothing can be loaded: a printed part of the notes says that it is one, and how this person gets all. */
export function NotesOnPaper({ notes: { data } }: { notes: ShownNotes }) {
  const { role } = useSession()
  if (!data || data.notes.length >= data.total) return null
  return (
    <p className="notes-on-paper">
      {wording.partOnPaper(data.notes.length, data.total)}{' '}
      {can(role, 'notes:export') ? wording.reportHasAll : wording.loadBeforePrinting}
    </p>
  )
}
