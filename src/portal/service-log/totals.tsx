import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CountedNotes, Grouping, TotalsRow } from '#contract/service-log/endpoints.ts'
import { groupNames, totalsLabels } from '#contract/service-log/totals.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { DayRangeFields } from '#portal/days/day-range-fields.tsx'
import { ExportButton, ExportStatus, useCsvDownload } from '#portal/downloads/export.tsx'
import { type List, listQuery } from '#portal/lists/list-state.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { monthName } from '#portal/screen/dates.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { Anchor } from '#ui/anchor.tsx'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { SelectField } from '#ui/select-field.tsx'
import {
  downloadTotals,
  type LogFilters,
  type LogState,
  lastMonth,
  periodOf,
  thisMonth,
  totalsQuery,
} from './queries.ts'
import { groupingLabels } from './wording.ts'

type TotalsProps = { list: List<LogFilters>; periodError: string | undefined }

const groupingOptions = [
  { value: '', label: 'Total only' },
  ...Object.entries(groupingLabels).map(([value, label]) => ({ value, label })),
]

/** The period, and what its notes add up to. */
export function Totals({ list, periodError }: TotalsProps) {
  const { state, setFilters, selectFor } = list
  const { from, to } = periodOf(state)
  const exporting = useCsvDownload({
    read: (signal) => downloadTotals(state, signal),
    fileName: `totals-${from}-${to}.csv`,
    failed: 'The totals could not be downloaded.',
  })
  return (
    <>
      <div className="list-filters screen-only">
        <DayRangeFields days={{ from, to }} error={periodError} onChosen={setFilters} />
        <div className="row">
          <Button onClick={() => setFilters(thisMonth)}>This month</Button>
          <Button onClick={() => setFilters(lastMonth())}>Last month</Button>
        </div>
        <SelectField label="Totals" name="by" options={groupingOptions} {...selectFor('by')} />
        <ExportButton exporting={exporting} kind="csv" what="totals" disabled={periodError !== undefined} />
      </div>
      <ExportStatus exporting={exporting} />
      {!periodError && <TotalsTable state={state} />}
    </>
  )
}

function TotalsTable({ state }: { state: LogState }) {
  const areaPath = useAreaPath()
  const query = useQuery({ ...totalsQuery(state), placeholderData: keepPreviousData })
  const { by } = state
  return (
    <div className="stack-close number-cards">
      <Loaded
        query={query}
        waiting={<LoadingSkeleton lines={2} label="Adding up the notes…" />}
        failed="Unable to add up the notes."
      >
        {({ rows, total }) => (
          <DataTable<TotalsRow>
            caption="Totals"
            columns={columnsOf(by, total, (row, counted) => {
              return `${areaPath('serviceLog')}?${listQuery({ ...filtersOf(row, state), counted })}`
            })}
            rows={[...(by ? rows : []), total]}
            rowKey={(row) => (row === total ? 'total' : `${row.authorId} ${row.service} ${row.month}`)}
            refreshing={query.isPlaceholderData}
          />
        )}
      </Loaded>
      {by && (
        <p className="small-soft">
          Each client is counted once in every row and in the total, so the total is not the sum of the rows.
          A corrected note is not counted; its correction is, for the author of the first note.
        </p>
      )}
      {(state.without || state.finding || state.counted) && (
        <p className="small-soft">
          These numbers are of all notes, whatever their signature, review and flags.
        </p>
      )}
    </div>
  )
}

/** The log's filters for the notes of a row. */
function filtersOf({ authorId, service, month }: TotalsRow, state: LogState): Partial<LogFilters> {
  const { from, to, author, worker, by } = state
  const days = { from, to }
  if (month) {
    const period = periodOf(state)
    const [first, last] = [`${month}-01`, lastDayOf(month)]
    days.from = first > period.from ? first : period.from
    days.to = last < period.to ? last : period.to
  }
  return {
    ...days,
    ...{ author, worker, service: state.service, by },
    ...(authorId !== undefined && { author: authorId ?? 'nobody' }),
    ...(service !== undefined && { service: service ?? 'none' }),
  }
}

function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

/** With the name of a month in place of its number. */
const shownNames = { ...groupNames, month: { Month: ({ month = '' }: TotalsRow) => monthName(month) } }

function columnsOf(
  by: Grouping | undefined,
  total: TotalsRow,
  hrefOf: (row: TotalsRow, counted: CountedNotes) => string,
): Column<TotalsRow>[] {
  const names: [string, (row: TotalsRow) => string][] = by
    ? Object.entries(shownNames[by])
    : [['Period', () => '']]
  const nameOf = (row: TotalsRow) =>
    row === total ? 'Total' : names.map(([, nameIn]) => nameIn(row)).join(', ')
  return [
    ...names.map(([header, nameIn], index) => ({
      key: header,
      header,
      rowHeader: index === 0,
      cell: (row: TotalsRow) => (row === total ? index === 0 && 'Total' : <bdi>{nameIn(row)}</bdi>),
    })),
    ...(Object.keys(totalsLabels) as (keyof typeof totalsLabels)[]).map((key): Column<TotalsRow> => {
      const header = totalsLabels[key]
      return {
        key,
        header,
        align: 'end',
        cell: (row) => {
          const number = row[key].toLocaleString('en-US')
          if (row[key] === 0) return number
          // Clients have no list of their own: their notes say who they are.
          const href = hrefOf(row, key === 'clients' ? 'notes' : key)
          return (
            <Anchor className="touch-line" href={href} aria-label={`${header}, ${nameOf(row)}: ${number}`}>
              {number}
            </Anchor>
          )
        },
      }
    }),
  ]
}
