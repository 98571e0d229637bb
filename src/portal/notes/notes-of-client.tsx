import './notes-of-client.css'
import { sentenceOf } from '#portal/calls/call-failure.ts'
import { RefreshFailed } from '#portal/calls/loaded.tsx'
import { LoadingPlace } from '#portal/screen/loading-place.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { LoadMoreNotes } from './load-more-notes.tsx'
import { NoteList } from './note-list.tsx'
import { NotesOnPaper } from './notes-on-paper.tsx'
import { useNotes } from './queries.ts'
import { ReportLink } from './report-link.tsx'
import { notesScreenWording as wording } from './wording.ts'

/** The notes in client details, with the way to their report. */
export function NotesOfClient({ clientId }: { clientId: string }) {
  return (
    <Card title={wording.notes} actions={<ReportLink clientId={clientId} />}>
      <Notes clientId={clientId} />
    </Card>
  )
}

/** The specified sentence without any or after a failure, which then says so. */
function Notes({ clientId }: { clientId: string }) {
  const notes = useNotes(clientId)
  const { data, error, isFetching, refetch } = notes
  if (data && data.notes.length > 0) {
    return (
      // One box, in which the list finds the notes that "Load more" brought.
      <div>
        <RefreshFailed query={notes} />
        <NotesOnPaper notes={notes} />
        <NoteList notes={data.notes} />
        <LoadMoreNotes notes={notes} />
      </div>
    )
  }
  if (data && !error) return <p className="notes-none">{wording.none}</p>
  if (!error) return <LoadingPlace lines={4} />
  return (
    <ErrorState
      message={wording.none}
      detail={wording.noneLoadFailed(sentenceOf(error))}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  )
}
