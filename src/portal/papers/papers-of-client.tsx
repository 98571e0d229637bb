import '#portal/screen/record-line.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { daysAfter } from '#contract/calendar-date.ts'
import { daysBeforeDue } from '#contract/due/manifest.ts'
import type { Paper } from '#contract/papers/endpoints.ts'
import { paperName } from '#contract/papers/fields.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { papersFragment } from '#portal/clients/client-strip.tsx'
import { useNamedDraft } from '#portal/drafts/draft-address.ts'
import { useHasDraft } from '#portal/drafts/draft-status.tsx'
import { formOf } from '#portal/drafts/drafts.ts'
import { shortCalendarDate, today } from '#portal/screen/dates.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { PaperDialog } from './paper-form.tsx'
import { paperQueries } from './queries.ts'

/** What the client has signed. */
export function PapersOfClient({ clientId }: { clientId: string }) {
  const papers = useQuery(paperQueries.ofClient(clientId))
  const [opened, setDialog] = useState<{ edited?: Paper }>()
  const hasDraft = useHasDraft(`paper:${clientId}`)
  const named = formOf(useNamedDraft().named)
  const edited = papers.data?.find(({ id }) => named === `edit-paper:${clientId}:${id}`)
  const dialog = opened ?? (edited ? { edited } : named === `paper:${clientId}` ? {} : undefined)
  return (
    <Card
      title="Papers"
      id={papersFragment}
      actions={
        <Button small tone="quiet" icon="plus" onClick={() => setDialog({})}>
          {hasDraft ? 'Continue adding the document' : 'Add document'}
        </Button>
      }
    >
      <Loaded query={papers} waiting={<LoadingSkeleton lines={1} />} failed="Unable to load the papers.">
        {(papers) =>
          papers.length === 0 ? (
            <p className="soft">No signed papers have been entered.</p>
          ) : (
            <ul>
              {papers.map((paper) => (
                <PaperItem key={paper.id} paper={paper} onEdit={() => setDialog({ edited: paper })} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {dialog && (
        <PaperDialog clientId={clientId} paper={dialog.edited} onClose={() => setDialog(undefined)} />
      )}
    </Card>
  )
}

function PaperItem({ paper, onEdit }: { paper: Paper; onEdit: () => void }) {
  const { id, clientId, purpose, where, signedOn, revokedOn } = paper
  const hasDraft = useHasDraft(`edit-paper:${clientId}:${id}`)
  return (
    <li className="record-line row row-apart">
      <div className="record-line-text">
        <span>
          <span id={`paper-${id}`} dir="auto">
            {paperName(paper)}
          </span>{' '}
          <Validity paper={paper} />
        </span>
        <span className="small-soft" dir="auto">
          {[`Signed ${shortCalendarDate(signedOn)}`, purpose, where].filter(Boolean).join(' · ')}
        </span>
      </div>
      {!revokedOn && (
        <Button
          small
          tone="quiet"
          icon="edit"
          className="screen-only"
          aria-describedby={`paper-${id}`}
          onClick={onEdit}
        >
          {hasDraft ? 'Continue editing' : 'Edit'}
        </Button>
      )}
    </li>
  )
}

function Validity({ paper: { expiresOn, revokedOn } }: { paper: Paper }) {
  if (revokedOn) return <Badge tone="red">Revoked {shortCalendarDate(revokedOn)}</Badge>
  if (!expiresOn) return null
  const text = shortCalendarDate(expiresOn)
  if (expiresOn < today()) return <Badge tone="red">Expired {text}</Badge>
  if (expiresOn <= daysAfter(today(), daysBeforeDue)) return <Badge tone="yellow">Expires {text}</Badge>
  return <span className="small-soft">Expires {text}</span>
}
