import { NotLoaded, RefreshFailed } from '#portal/calls/loaded.tsx'
import './notes-panel.css'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { Card } from '#ui/card.tsx'
import { LoadMoreNotes } from './load-more-notes.tsx'
import { NoteWriting } from './new-note.tsx'
import { NoteList, NotesOnPaper } from './note-list.tsx'
import { type ShownNotes, useGoals, useNotes } from './queries.ts'

/** The notes in client details, with the place to write the next one. */
export function NotesOfClient({ clientId }: { clientId: string }) {
  const notes = useNotes(clientId)
  return (
    <Card title="Notes" className="notes-of-client">
      <div className="notes-columns">
        <NoteWriting clientId={clientId} loading={notes} />
        <Notes clientId={clientId} notes={notes} />
      </div>
    </Card>
  )
}

/** docs/product.md 67: a failure comes before the specified message: nobody should take it for an empty record. */
function Notes({ clientId, notes }: { clientId: string; notes: ShownNotes }) {
  const { data: goals } = useGoals(clientId)
  const { data, error } = notes
  if (data && data.notes.length > 0) {
    return (
      // One element: `LoadMoreNotes` looks for the new notes in it.
      <div>
        <RefreshFailed query={notes} />
        <NotesOnPaper notes={notes} />
        <NoteList list={{ notes: data.notes, isWhole: !notes.hasNextPage, goals }} />
        <LoadMoreNotes notes={notes} />
      </div>
    )
  }
  if (data && !error) return <p className="soft">No notes for this client.</p>
  if (!error) return <LoadingSkeleton />
  return (
    <>
      <NotLoaded message="Unable to load the notes." query={notes} />
      <p className="soft">No notes for this client.</p>
    </>
  )
}
