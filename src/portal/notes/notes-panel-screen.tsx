import './notes-panel.css'
import { useParams } from 'react-router'
import { noteWording } from '#contract/notes/wording.ts'
import { ClientLink } from '#portal/clients/client-link.tsx'
import { ClientNotLoaded } from '#portal/clients/client-not-loaded.tsx'
import { useClient } from '#portal/clients/queries.ts'
import { StatusBadge } from '#portal/clients/status-badge.tsx'
import { useAreaPath } from '#portal/screen/area.ts'
import { Screen } from '#portal/screen/screen.tsx'
import { isFailure } from '#portal/session/call-failure.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { NewNote } from './new-note.tsx'
import { NoteTimeline } from './note-timeline.tsx'
import { useNotes } from './queries.ts'
import { notesScreenWording as wording } from './wording.ts'

export function NotesPanelScreen() {
  const { id } = useParams()
  return id ? <NotesPanel key={id} clientId={id} /> : <ClientMissing />
}

function NotesPanel({ clientId }: { clientId: string }) {
  const client = useClient(clientId)
  const notes = useNotes(clientId)
  const unknownClient = isFailure(client.error, 'not-found') || isFailure(notes.error, 'not-found')
  return (
    <Screen
      title={wording.title}
      narrow
      mark={notes.data && <Badge tone="blue">{wording.total(notes.data.length)}</Badge>}
      intro={
        client.data && (
          <p className="notes-about">
            {wording.about} <ClientLink client={client.data} /> <StatusBadge status={client.data.status} />
          </p>
        )
      }
    >
      {unknownClient ? (
        <ClientNotLoaded
          error={notes.error ?? client.error}
          retrying={false}
          onRetry={() => void notes.refetch()}
        />
      ) : (
        <div className="notes-panel">
          <NoteTimeline notes={notes.data} failed={notes.isError} />
          <NewNote clientId={clientId} loading={notes} />
        </div>
      )}
    </Screen>
  )
}

function ClientMissing() {
  const areaPath = useAreaPath()
  return (
    <Screen title={wording.title} narrow>
      <EmptyState
        icon="user"
        title={noteWording.missingClient}
        action={<LinkButton href={areaPath('clients')}>{wording.toClients}</LinkButton>}
      >
        {wording.noClientDetail}
      </EmptyState>
    </Screen>
  )
}
