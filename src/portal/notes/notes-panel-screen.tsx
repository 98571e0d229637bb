import './notes-panel.css'
import { useParams } from 'react-router'
import type { Client } from '#contract/clients/schema.ts'
import { noteWording } from '#contract/notes/wording.ts'
import { ClientLink } from '#portal/clients/client-link.tsx'
import { ClientNotLoaded } from '#portal/clients/client-not-loaded.tsx'
import { useClient } from '#portal/clients/queries.ts'
import { StatusBadge } from '#portal/clients/status-badge.tsx'
import { useAreaPath } from '#portal/screen/area.ts'
import { Screen } from '#portal/screen/screen.tsx'
import { isFailure } from '#portal/session/call-failure.ts'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { NewNote } from './new-note.tsx'
import { NoteRefusal } from './note-refusal.tsx'
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
  // None, and a failure since: perhaps there are some by now.
  const counted = notes.isError && notes.data?.length === 0 ? undefined : notes.data
  return (
    <Screen
      title={wording.title}
      narrow
      mark={
        notes.isPending ? (
          <CountPlace />
        ) : (
          counted && <Badge tone="blue">{wording.total(counted.length)}</Badge>
        )
      }
      intro={unknownClient ? undefined : <About client={client.data} />}
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

/** Where the count will be: on a phone it is a line of its own. */
function CountPlace() {
  return (
    <span className="notes-count-place" aria-hidden="true">
      <Badge>{'\u00a0'}</Badge>
    </span>
  )
}

function About({ client }: { client: Client | undefined }) {
  return (
    <p className="notes-about">
      {client && (
        <>
          {wording.about} <ClientLink client={client} /> <StatusBadge status={client.status} />
        </>
      )}
    </p>
  )
}

function ClientMissing() {
  const areaPath = useAreaPath()
  return (
    <Screen title={wording.title} narrow>
      <NoteRefusal message={noteWording.missingClient} detail={wording.noClientDetail}>
        <LinkButton href={areaPath('clients')}>{wording.toClients}</LinkButton>
      </NoteRefusal>
    </Screen>
  )
}
