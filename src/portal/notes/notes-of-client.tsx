import './notes-of-client.css'
import { LoadingPlace } from '#portal/screen/loading-place.tsx'
import { sentenceOf } from '#portal/session/call-failure.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { NoteList } from './note-list.tsx'
import { useNotes } from './queries.ts'
import { notesScreenWording as wording } from './wording.ts'

/** The notes in client details: the specified sentence without any or after a failure, which then says so. */
export function NotesOfClient({ clientId }: { clientId: string }) {
  const { data, error, isFetching, refetch } = useNotes(clientId)
  if (data && data.length > 0) return <NoteList notes={data} />
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
