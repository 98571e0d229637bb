import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { can } from '#contract/access/permissions.ts'
import type { Paper } from '#contract/papers/endpoints.ts'
import { paperFields, paperName } from '#contract/papers/fields.ts'
import { ClientRecords, lineId, RecordLines } from '#portal/client-records/client-records.tsx'
import { DueBadge } from '#portal/client-records/due-badge.tsx'
import { type RecordKind, recordQueries } from '#portal/client-records/queries.ts'
import type { RecordFormState } from '#portal/form/use-record-form.ts'
import { shortCalendarDate } from '#portal/screen/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'

export const papers: RecordKind<Paper> = {
  name: 'papers',
  kind: 'paper',
  fields: paperFields,
  one: 'signed document',
  hasField: (name, paper, { role }) =>
    name !== 'revokedOn' || (paper !== undefined && can(role, 'papers:revoke')),
  after: (name, form) => name === 'expiresOn' && <OneYear form={form} />,
  isClosed: ({ revokedOn }, role) => revokedOn !== null && !can(role, 'papers:revoke'),
}

type PapersOfClientProps = {
  clientId: string
  /** In the line of a paper: its copies, whose feature imports this one. */
  copies?: (paper: Paper, lineId: string) => ReactNode
}

/** What the client has signed. */
export function PapersOfClient({ clientId, copies }: PapersOfClientProps) {
  const query = useQuery(recordQueries.ofClient(papers, clientId))
  return (
    <ClientRecords kind={papers} clientId={clientId} title="Signed documents" records={query.data}>
      {(buttonsOf) => (
        <RecordLines
          query={query}
          failed="Unable to load the signed documents."
          empty="No signed documents have been entered."
          buttonsOf={buttonsOf}
          below={copies && ((paper) => copies(paper, lineId(papers, paper)))}
        >
          {(paper) => <AboutPaper paper={paper} />}
        </RecordLines>
      )}
    </ClientRecords>
  )
}

function AboutPaper({ paper }: { paper: Paper }) {
  const { purpose, where, signedOn } = paper
  return (
    <>
      <span>
        <span id={lineId(papers, paper)} dir="auto">
          {paperName(paper)}
        </span>{' '}
        <Validity paper={paper} />
      </span>
      <span className="small-soft" dir="auto">
        {[`Signed ${shortCalendarDate(signedOn)}`, purpose, where].filter(Boolean).join(' · ')}
      </span>
    </>
  )
}

function Validity({ paper: { expiresOn, revokedOn } }: { paper: Paper }) {
  if (revokedOn) return <Badge tone="red">Revoked {shortCalendarDate(revokedOn)}</Badge>
  return expiresOn && <DueBadge kind={papers.name} on={expiresOn} />
}

/** A release is valid for a year at most (Minnesota Statutes, section 13.05, subdivision 4); nothing fills it in by itself. Keeps its place. */
function OneYear({ form }: { form: RecordFormState<string> }) {
  const { kind, signedOn = '' } = form.values
  const applies = kind === 'release' && /^\d{4}-/.test(signedOn)
  return (
    <Button
      className={classNames('button-flush', !applies && 'kept-place')}
      small
      tone="quiet"
      onClick={() => form.setValue('expiresOn', yearAfter(signedOn))}
    >
      One year
    </Button>
  )
}

/** '2026-03-05' → '2027-03-05', and '2028-02-29' → '2029-02-28'. */
function yearAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  const month = date.getUTCMonth()
  date.setUTCFullYear(date.getUTCFullYear() + 1)
  if (date.getUTCMonth() !== month) date.setUTCDate(0)
  return date.toISOString().slice(0, 10)
}
