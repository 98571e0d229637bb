import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Goal } from '#contract/goals/endpoints.ts'
import type { Note, NoteVersion } from '#contract/notes/schema.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { AboutClient } from '#portal/clients/about-client.tsx'
import { confidentialAbout } from '#portal/clients/client-on-paper.tsx'
import { clientQueries } from '#portal/clients/queries.ts'
import { DateTime } from '#portal/screen/date-time.tsx'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { isKnown, Person } from '#portal/screen/person.tsx'
import { PaperLine } from '#portal/screen/screen.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { NoteFacts } from './note-facts.tsx'
import { NoteAttestations } from './note-marks.tsx'
import { noteQueries, useGoals } from './queries.ts'

/** The earlier texts of an edited note, newest first. */
export function VersionsDialog({ note, onClose }: { note: Note; onClose: () => void }) {
  const client = useQueryClient().getQueryData(clientQueries.one(note.clientId).queryKey)
  const versions = useQuery(noteQueries.versions(note))
  const hasGoals = versions.data?.some((version) => version.goals.length > 0) ?? false
  const { data: goals } = useGoals(note.clientId, hasGoals)
  return (
    <Dialog open title="Earlier versions" width="wide" onClose={onClose}>
      {client && (
        <>
          <PaperLine about={confidentialAbout(client)} />
          <p>
            <AboutClient client={client} />
          </p>
        </>
      )}
      <Loaded query={versions} waiting={<LoadingSkeleton />} failed="Unable to load the earlier versions.">
        {(earlier) => <EarlierTexts versions={earlier} goals={goals} />}
      </Loaded>
    </Dialog>
  )
}

type EarlierTextsProps = { versions: readonly NoteVersion[]; goals: readonly Goal[] | undefined }

function EarlierTexts({ versions, goals }: EarlierTextsProps) {
  if (versions.length === 0) return <p>There is no earlier version.</p>
  const people = versions.map(({ authorName: name, author: email }) => ({ name, email }))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long texts scroll, by arrow keys too
    <ol className="note-list" tabIndex={0} aria-label="Earlier versions">
      {versions.map((version, index) => (
        <li key={version.version} className="note">
          <p className="note-head">
            <Person name={version.authorName} email={version.author} isKnown={isKnown(people, index)} />
            <span className="note-date small-soft">
              Version {version.version}, <DateTime instant={version.at} />
            </span>
          </p>
          <p className="written-text" dir="auto">
            {version.text}
          </p>
          <NoteFacts note={version} goals={goals} className="note-fact small-soft" />
          <NoteAttestations note={version} className="note-fact small-soft" />
        </li>
      ))}
    </ol>
  )
}
