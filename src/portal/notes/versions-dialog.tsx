import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Note, NoteVersion } from '#contract/notes/schema.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { confidentialAbout } from '#portal/clients/client-on-paper.tsx'
import { clientQueries } from '#portal/clients/queries.ts'
import { LoadingPlace } from '#portal/screen/loading-place.tsx'
import { Moment } from '#portal/screen/moment.tsx'
import { PaperLine } from '#portal/screen/paper-line.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmailAddress } from '#ui/email-address.tsx'
import { noteQueries } from './queries.ts'
import { noteChangeWording } from './wording.ts'

const wording = noteChangeWording.versions

/** What an edited note said before, the newest of it first. Read when the dialog opens. */
export function VersionsDialog({ note, onClose }: { note: Note; onClose: () => void }) {
  const client = useQueryClient().getQueryData(clientQueries.one(note.clientId).queryKey)
  return (
    <Dialog open title={wording.title} width="wide" onClose={onClose}>
      {client && <PaperLine about={confidentialAbout(client)} />}
      <Versions note={note} />
    </Dialog>
  )
}

function Versions({ note }: { note: Note }) {
  const versions = useQuery(noteQueries.versions(note))
  return (
    <Loaded query={versions} waiting={<LoadingPlace lines={4} />} failed={wording.loadFailed}>
      {(earlier) => <EarlierTexts versions={earlier} />}
    </Loaded>
  )
}

function EarlierTexts({ versions }: { versions: readonly NoteVersion[] }) {
  if (versions.length === 0) return <p>{wording.none}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long texts scroll, by arrow keys too
    <ol className="note-list" tabIndex={0} aria-label={wording.title}>
      {versions.map(({ version, text, author, at }) => (
        <li key={version} className="note">
          <p className="note-head">
            <span className="note-author">{wording.written(version)}</span>
            <span className="note-date">
              <Moment instant={at} />, <EmailAddress amongWords address={author} />
            </span>
          </p>
          <p className="note-text" dir="auto">
            {text}
          </p>
        </li>
      ))}
    </ol>
  )
}
