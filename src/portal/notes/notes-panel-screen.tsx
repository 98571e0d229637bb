import './notes-panel.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { Client } from '#contract/clients/schema.ts'
import { screens } from '#contract/paths.ts'
import { errorMessage, isFailure } from '#portal/calls/call-failure.ts'
import {
  BornAndWorker,
  ClientLink,
  ClientNotLoaded,
  ContactWarning,
  PreferredName,
} from '#portal/clients/about-client.tsx'
import { ChangeStatus } from '#portal/clients/change-status.tsx'
import { ClientOnPaper } from '#portal/clients/client-on-paper.tsx'
import { ClientStrip } from '#portal/clients/client-strip.tsx'
import { clientQueries } from '#portal/clients/queries.ts'
import { StatusBadge } from '#portal/clients/status-badge.tsx'
import { clientWording } from '#portal/clients/wording.ts'
import { useNamedDraft } from '#portal/drafts/draft-address.ts'
import { FollowUpsOfClient } from '#portal/follow-ups/follow-ups-of-client.tsx'
import { useAreaPath } from '#portal/screen/area.ts'
import { Screen } from '#portal/screen/screen.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { correctedIn } from './edited-notes.ts'
import { NoteWriting } from './new-note.tsx'
import { ClientMissing, NoteError } from './note-error.tsx'
import { NoteTimeline } from './note-timeline.tsx'
import { type ShownNotes, useNotes } from './queries.ts'
import { notesWording } from './wording.ts'

export function NotesPanelScreen() {
  const { id } = useParams()
  return id ? <NotesPanel key={id} clientId={id} /> : <ClientMissing title={screens.clientNotes.title} />
}

function NotesPanel({ clientId }: { clientId: string }) {
  const client = useQuery(clientQueries.one(clientId))
  const notes = useNotes(clientId)
  const { named, forget } = useNamedDraft()
  /** The id of the note that is corrected, or null for none, as chosen since the address named a draft. */
  const [choice, setChoice] = useState<{ id: string | null; named: string }>()
  const isChosen = choice?.named === named
  const corrected = isChosen ? choice.id : correctedIn(named, clientId)

  function endCorrection() {
    // A reload must not begin it again.
    forget()
    setChoice({ id: null, named: '' })
  }

  const unknown = [client, notes].find(({ error }) => isFailure(error, 'not-found'))
  // After a failure "0 total" may be out of date.
  const upToDate = notes.isError && notes.data?.total === 0 ? undefined : notes.data
  return (
    <Screen
      title={screens.clientNotes.title}
      mark={
        notes.isPending ? (
          <CountPlace />
        ) : (
          upToDate && <Badge tone="blue">{upToDate.total.toLocaleString('en-US')} total</Badge>
        )
      }
      about={(client.data || client.isPending) && !unknown && <About client={client.data} />}
    >
      {unknown ? (
        <UnknownClient />
      ) : (
        <div className="notes-panel">
          {/* Without the client's name a note could be about the wrong person. */}
          {client.isError && !client.data && <ClientNotLoaded query={client} />}
          <ClientOnPaper clientId={clientId} client={client.data} screen="notes" />
          <ClientStrip clientId={clientId} current="notes" />
          <ContactWarning client={client.data} />
          <div className="notes-columns">
            <NoteTimeline
              clientId={clientId}
              loaded={notes}
              onCorrect={({ id }) => setChoice({ id, named })}
            />
            <NoteWriting
              clientId={clientId}
              loading={notes}
              takesFocus={isChosen}
              correction={corrected ? { id: corrected, onEnd: endCorrection } : undefined}
              messages={<LoadFailure notes={notes} />}
            />
            <FollowUpsOfClient clientId={clientId} />
          </div>
        </div>
      )}
    </Screen>
  )
}

function LoadFailure({ notes }: { notes: ShownNotes }) {
  if (!notes.isError || notes.isFetchNextPageError) return null
  return (
    <NoteError title={notesWording.loadFailed} detail={errorMessage(notes.error)}>
      <Button icon="refresh" busy={notes.isFetching} onClick={() => void notes.refetch()}>
        Try again
      </Button>
    </NoteError>
  )
}

/** docs/product.md 67: the specified text, and the reason after it. */
function UnknownClient() {
  const areaPath = useAreaPath()
  const { notFound, notFoundDetail } = clientWording
  return (
    <NoteError title={notesWording.loadFailed} detail={`${notFound} ${notFoundDetail}`}>
      <LinkButton href={areaPath('clients')}>Back to clients</LinkButton>
    </NoteError>
  )
}

/** Keeps the place of the count, which has a line of its own on a phone. */
function CountPlace() {
  return (
    <span className="kept-place" aria-hidden="true">
      <Badge>{'\u00a0'}</Badge>
    </span>
  )
}

function About({ client }: { client: Client | undefined }) {
  return (
    <div className="notes-about row soft">
      {client && (
        <>
          <p className="notes-about-name row">
            <span className="visually-hidden">About</span> <ClientLink client={client} />
            <PreferredName client={client} /> <StatusBadge status={client.status} />
          </p>
          <BornAndWorker client={client} />
          <ChangeStatus client={client} />
        </>
      )}
    </div>
  )
}
