import { type RefObject, useRef, useState } from 'react'
import type { TrailRow } from '#contract/audit/endpoints.ts'
import { actionSentence, labelOf, rowSentence, unlinkedRecord } from '#contract/audit/row-sentence.ts'
import { screens } from '#contract/paths.ts'
import { NotLoaded } from '#portal/calls/loaded.tsx'
import { DateTime } from '#portal/screen/date-time.tsx'
import { dateAndTime, hourAndMinute } from '#portal/screen/dates.ts'
import { Person } from '#portal/screen/person.tsx'
import { Anchor } from '#ui/anchor.tsx'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'
import { trailOfRecord } from './queries.ts'
import { type Visit, visitsIn } from './visits.ts'
import { auditWording as wording } from './wording.ts'

type TrailTableProps = {
  rows: readonly TrailRow[]
  refreshing: boolean
  /** The trail of one record was opened: its link disappears with these rows. Without it, rows have no links. */
  onNarrow?: () => void
}

/** A line of the table: a row, a visit, or a view of a visit that is open. */
interface Line {
  row: TrailRow
  /** More than one view. */
  visit?: Visit
  isView?: boolean
}

export function TrailTable({ rows, refreshing, onNarrow }: TrailTableProps) {
  // The ids of their newest rows.
  const [open, setOpen] = useState<readonly string[]>([])
  const lines = visitsIn(rows).flatMap((visit): Line[] => {
    const [row] = visit
    if (visit.length === 1) return [{ row }]
    return [
      { row, visit },
      ...(open.includes(row.id) ? visit.map((view) => ({ row: view, isView: true })) : []),
    ]
  })
  const toggle = ({ id }: TrailRow) =>
    setOpen(open.includes(id) ? open.filter((other) => other !== id) : [...open, id])
  const when: Column<Line> = {
    key: 'at',
    header: 'When',
    width: onNarrow ? '12rem' : '8rem',
    oneLine: onNarrow !== undefined,
    cell: ({ row, isView }) => (
      <div className={isView ? 'trail-view' : undefined}>
        <DateTime instant={row.at} />
      </div>
    ),
  }
  const columns: Column<Line>[] = [
    {
      key: 'actor',
      header: 'Who',
      width: onNarrow ? '14rem' : '12rem',
      cell: ({ row }) => <Actor {...row} />,
    },
    {
      key: 'action',
      header: 'What happened',
      rowHeader: true,
      width: onNarrow ? '20rem' : '14rem',
      cell: ({ row, visit }) =>
        visit ? (
          <VisitSummary visit={visit} isOpen={open.includes(row.id)} onToggle={() => toggle(row)} />
        ) : (
          rowSentence(row, dateAndTime)
        ),
    },
  ]
  // Of one client: who, what, when.
  if (!onNarrow) columns.push(when)
  else {
    columns.unshift(when)
    columns.push({
      key: 'record',
      header: 'Record',
      width: '11rem',
      cell: ({ row, visit }) => <RecordLinks row={visit ? ownerOf(row) : row} onNarrow={onNarrow} />,
    })
  }
  return (
    <DataTable
      caption={onNarrow ? screens.auditTrail.title : wording.whoHasSeen}
      narrow={onNarrow ? 'cards' : 'cards-on-phones'}
      columns={columns}
      rows={lines}
      rowKey={({ row, visit }) => (visit ? `visit ${row.id}` : row.id)}
      refreshing={refreshing}
    />
  )
}

type VisitSummaryProps = { visit: Visit; isOpen: boolean; onToggle: () => void }

function VisitSummary({ visit, isOpen, onToggle }: VisitSummaryProps) {
  const { actor, recordId, names } = ownerOf(visit[0])
  const sentences = new Set(visit.map(({ kind, action }) => actionSentence(kind, action)))
  const [first = '', ...more] = [...sentences].sort()
  const deeds = [first, ...more.map((deed) => deed.charAt(0).toLowerCase() + deed.slice(1))].join(', ')
  const since = visit.at(-1)?.at ?? ''
  const views = `${visit.length} views since ${hourAndMinute(since)}`
  const record = recordId === null ? '' : ` ${names[recordId] ?? shortId(recordId)}`
  const who = actor?.name || (actor?.email ?? shortId(actor?.id ?? ''))
  return (
    <>
      <div>{deeds}</div>
      <Button
        className="button-flush"
        small
        tone="quiet"
        icon={isOpen ? 'chevron-down' : 'chevron-right'}
        aria-expanded={isOpen}
        // With seconds: two visits within a minute must not have the same name.
        aria-label={`${views} by ${who}: ${deeds}${record}, the first at ${new Date(since).toLocaleTimeString('en-US')}`}
        onClick={onToggle}
      >
        {views}
      </Button>
    </>
  )
}

/** A visit that includes notes is one to their client. */
const ownerOf = (row: TrailRow): TrailRow =>
  row.clientId === null ? row : { ...row, kind: 'client', recordId: row.clientId, clientId: null }

function Actor({ actor, operator }: Pick<TrailRow, 'actor' | 'operator'>) {
  if (!actor) return operator === null ? 'Not signed in' : `${operator} on the server`
  return (
    <div className="trail-actor">
      {actor.email === null ? (
        `Employee ${shortId(actor.id)}`
      ) : (
        <Person name={actor.name ?? ''} email={actor.email} />
      )}
      {actor.role && <div className="soft">{actor.role}</div>}
    </div>
  )
}

type RecordLinksProps = { row: TrailRow; onNarrow: () => void }

/** Links to the trail of the record, and to that of a note's client. */
function RecordLinks({ row, onNarrow }: RecordLinksProps) {
  const { kind, recordId, names, clientId } = row
  const links: { id: string; label: string }[] = []
  const label = labelOf(kind)
  if (recordId !== null && label) links.push({ id: recordId, label })
  if (clientId !== null) links.push({ id: clientId, label: labelOf('client') ?? '' })
  if (links.length === 0) return unlinkedRecord(row)
  return (
    <ul className="trail-records row">
      {links.map(({ id, label }) => (
        <li key={id}>
          <Anchor dir="auto" href={trailOfRecord(id)} onClick={onNarrow}>
            {names[id] ?? `${label} ${shortId(id)}`}
          </Anchor>{' '}
          {/* Two people may have the same name. */}
          {names[id] && <span className="small-soft">{shortId(id)}</span>}
        </li>
      ))}
    </ul>
  )
}

/** The end of an id, because made-up ids all begin alike. */
const shortId = (id: string) => id.slice(-8)

type OlderRowsProps = {
  trail: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: Error | null
    fetchNextPage: () => Promise<unknown>
  }
  /** Takes focus when there are no more. */
  countLine: RefObject<HTMLElement | null>
}

export function OlderRows({ trail, countLine }: OlderRowsProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = trail
  const button = useRef<HTMLButtonElement>(null)
  if (isFetchNextPageError) {
    const query = { error, isFetching: isFetchingNextPage, refetch: fetchNextPage }
    return (
      <div ref={focusOnRemoval(() => button.current ?? countLine.current)}>
        <NotLoaded message="Unable to load older rows." query={query} />
      </div>
    )
  }
  if (!hasNextPage) return null
  return (
    <div className="screen-only" ref={focusOnRemoval(() => countLine.current)}>
      <Button ref={button} busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        Show older rows
      </Button>
    </div>
  )
}
