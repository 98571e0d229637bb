import type { TrailRow } from '#contract/audit/endpoints.ts'
import { screens } from '#contract/paths.ts'
import { DateTime } from '#portal/screen/date-time.tsx'
import { Person } from '#portal/screen/person.tsx'
import { Anchor } from '#ui/anchor.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { trailOfRecord } from './queries.ts'
import { labelOf, rowSentence, unlinkedRecord } from './row-sentences.ts'
import { auditWording as wording } from './wording.ts'

type TrailTableProps = {
  rows: readonly TrailRow[]
  refreshing: boolean
  /** The trail of one record was opened: its link disappears with these rows. Without it, rows have no links. */
  onNarrow?: () => void
}

export function TrailTable({ rows, refreshing, onNarrow }: TrailTableProps) {
  const columns: Column<TrailRow>[] = [
    {
      key: 'at',
      header: 'When',
      width: '12rem',
      oneLine: true,
      cell: ({ at }) => <DateTime instant={at} />,
    },
    { key: 'actor', header: 'Who', width: '22rem', cell: Actor },
    { key: 'action', header: 'What happened', rowHeader: true, width: '12rem', cell: rowSentence },
  ]
  if (onNarrow) {
    columns.push({
      key: 'record',
      header: 'Record',
      width: '11rem',
      cell: (row) => <RecordLinks row={row} onNarrow={onNarrow} />,
    })
  }
  return (
    <DataTable
      caption={onNarrow ? screens.auditTrail.title : wording.whoHasSeen}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      refreshing={refreshing}
    />
  )
}

function Actor({ actor, operator }: Pick<TrailRow, 'actor' | 'operator'>) {
  if (!actor) return operator === null ? 'Not signed in' : `${operator} on the server`
  return (
    <div className="trail-actor">
      {actor.email === null ? (
        `Employee ${shortId(actor.id)}`
      ) : (
        <Person name={actor.name ?? ''} email={actor.email} />
      )}
      {actor.role && <span className="soft"> · {actor.role}</span>}
    </div>
  )
}

type RecordLinksProps = { row: TrailRow; onNarrow: () => void }

/** Links to the trail of the record, and to that of a note's client. */
function RecordLinks({ row, onNarrow }: RecordLinksProps) {
  const { kind, recordId, employee, clientId } = row
  const label = labelOf(kind)
  const links: { id: string; text: string }[] = []
  if (recordId !== null && label)
    links.push({ id: recordId, text: employee || `${label} ${shortId(recordId)}` })
  if (clientId !== null) links.push({ id: clientId, text: `${labelOf('client')} ${shortId(clientId)}` })
  if (links.length === 0) return unlinkedRecord(row)
  return (
    <ul className="trail-records row">
      {links.map(({ id, text }) => (
        <li key={id}>
          <Anchor dir="auto" href={trailOfRecord(id)} onClick={onNarrow}>
            {text}
          </Anchor>
        </li>
      ))}
    </ul>
  )
}

/** The end of an id, because made-up ids all begin alike. */
const shortId = (id: string) => id.slice(-8)
