import { NotLoaded, RefreshFailed } from '#portal/calls/loaded.tsx'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { Card } from '#ui/card.tsx'
import { LoadMoreNotes } from './load-more-notes.tsx'
import { NoteList, NotesOnPaper } from './note-list.tsx'
import { useNotes } from './queries.ts'
import { ReportLink } from './report-link.tsx'

/** The notes in client details, with a link to their report. */
export function NotesOfClient({ clientId }: { clientId: string }) {
  return (
    <Card title="Notes" actions={<ReportLink clientId={clientId} />}>
      <Notes clientId={clientId} />
    </Card>
  )
}

/** docs/product.md 67: a failure comes before the specified message: nobody should take it for an empty record. */
function Notes({ clientId }: { clientId: string }) {
  const notes = useNotes(clientId)
  const { data, error } = notes
  if (data && data.notes.length > 0) {
    return (
      // One element: `LoadMoreNotes` looks for the new notes in it.
      <div>
        <RefreshFailed query={notes} />
        <NotesOnPaper notes={notes} />
        <NoteList list={{ notes: data.notes, isWhole: !notes.hasNextPage }} />
        <LoadMoreNotes notes={notes} />
      </div>
    )
  }
  if (data && !error) return <p className="soft">No notes for this client.</p>
  if (!error) return <LoadingSkeleton lines={4} />
  return (
    <>
      <NotLoaded message="Unable to load the notes." query={notes} />
      <p className="soft">No notes for this client.</p>
    </>
  )
}
