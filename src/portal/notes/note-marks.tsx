import type { Attestations, Note } from '#contract/notes/schema.ts'
import { shortDate } from '#portal/screen/dates.ts'

/** Who signed a note and who reviewed it, each on a line. */
export function NoteAttestations({
  note,
  className,
}: {
  note: Omit<Attestations, 'signedBy' | 'reviewedBy' | 'reviewedById'>
  className: string
}) {
  const { signedAt, signedByName, signedTitle, reviewedAt, reviewedByName, reviewComment } = note
  return (
    <>
      {signedAt && (
        <span className={className}>
          Signed by <bdi>{signedByName}</bdi>
          {signedTitle && (
            <>
              , <bdi>{signedTitle}</bdi>
            </>
          )}
          , <time dateTime={signedAt}>{shortDate(signedAt)}</time>
        </span>
      )}
      {reviewedAt && (
        <span className={className}>
          Reviewed by <bdi>{reviewedByName}</bdi>, <time dateTime={reviewedAt}>{shortDate(reviewedAt)}</time>
          {reviewComment && (
            <>
              : <bdi>{reviewComment}</bdi>
            </>
          )}
        </span>
      )}
    </>
  )
}

/** The id of a note's element, for links between a note and its correction. */
export const noteElementId = ({ id }: Pick<Note, 'id'>): string => `note-${id}`

type NoteReferencesProps = {
  note: Note
  /** The notes on the screen, to which links can lead. */
  notes: readonly Note[]
  /** Whether these are all of the client's notes. */
  isWhole: boolean
  className: string
}

/** What a note is the outcome of, what it corrects and what corrects it, each on a line. */
export function NoteReferences({ note, notes, isWhole, className }: NoteReferencesProps) {
  const reference = (id: string, unknown: string) => {
    const other = notes.find((known) => known.id === id)
    if (!other) return unknown
    return (
      <>
        the <a href={`#${noteElementId(other)}`}>note of {shortDate(other.createdAt)}</a>
      </>
    )
  }
  return (
    <>
      {note.outcomeOfWhat && (
        <span className={className}>
          Outcome of the follow-up “<bdi>{note.outcomeOfWhat}</bdi>”
        </span>
      )}
      {note.corrects && (
        <span className={className}>
          Corrects {reference(note.corrects, isWhole ? 'a note that was deleted' : 'an older note')}
        </span>
      )}
      {note.correctedBy.map((id) => (
        <span className={className} key={id}>
          Corrected by {reference(id, 'a newer note')}
        </span>
      ))}
    </>
  )
}
