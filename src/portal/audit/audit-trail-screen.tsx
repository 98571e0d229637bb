import './audit-trail.css'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { can } from '#contract/access/permissions.ts'
import { screenPath, screens } from '#contract/paths.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { endsBeforeItBegins } from '#portal/days/day-range.ts'
import { DayRangeFields } from '#portal/days/day-range-fields.tsx'
import { ExportButton, ExportStatus, useCsvDownload } from '#portal/downloads/export.tsx'
import { ListCount, ListFilters, NoMatches } from '#portal/lists/list-filters.tsx'
import { type List, useListState } from '#portal/lists/list-state.ts'
import { today } from '#portal/screen/dates.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { Screen } from '#portal/screen/screen.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { LinkButton } from '#ui/button.tsx'
import { CheckboxField } from '#ui/checkbox-field.tsx'
import { PersonPicker } from './person-picker.tsx'
import { downloadTrail, ownerQuery, readTrailFilters, type TrailFilters, trailQuery } from './queries.ts'
import { OlderRows, TrailTable } from './trail-table.tsx'
import { auditWording as wording } from './wording.ts'

export function AuditTrailScreen() {
  const list = useListState(readTrailFilters)
  const exporting = useCsvDownload({
    read: (signal) => downloadTrail(list.state, signal),
    fileName: `audit-trail-${today()}.csv`,
    failed: 'The audit trail could not be downloaded.',
  })
  return (
    <Screen
      title={screens.auditTrail.title}
      confidential
      intro={
        <p>
          See who did what to which record. The list shows names, IDs and field names, never what else a
          record says.
        </p>
      }
      actions={
        can(useSession().role, 'audit:export') && (
          <ExportButton exporting={exporting} kind="csv" disabled={endsBeforeItBegins(list.state)} />
        )
      }
    >
      <div className="list-screen audit-trail">
        <TrailListFilters list={list} />
        <ExportStatus exporting={exporting} />
        <TrailResults list={list} />
      </div>
    </Screen>
  )
}

type TrailResultsProps = { list: List<TrailFilters> }

function TrailResults({ list }: TrailResultsProps) {
  const trail = useInfiniteQuery(trailQuery(list.state))
  const { record, changesOnly } = list.state
  const { data: owner } = useQuery(ownerQuery(record))
  const countLine = useRef<HTMLParagraphElement>(null)
  const goToCount = () => countLine.current?.focus()
  return (
    <Loaded
      query={trail}
      waiting={<LoadingSkeleton lines={10} label={wording.loading} />}
      failed={wording.loadFailed}
    >
      {(rows) => (
        <>
          <div className="row row-apart">
            <ListCount ref={countLine}>{wording.count(rows.length, trail.hasNextPage)}</ListCount>
            {owner?.kind === 'client' && !owner.isDeleted && (
              <LinkButton small icon="user" href={screenPath('admin', 'clientDetails', owner.id)}>
                Open the client
              </LinkButton>
            )}
          </div>
          {owner?.kind === 'client' && !changesOnly && (
            <p>
              <strong>{wording.whoHasSeen}.</strong> {wording.ofClient}
            </p>
          )}
          {rows.length === 0 ? (
            <NoMatches list={list} title="No rows found">
              Choose another person or other dates, or clear the filters.
            </NoMatches>
          ) : (
            <TrailTable rows={rows} refreshing={trail.isPlaceholderData} onNarrow={goToCount} />
          )}
          <OlderRows trail={trail} countLine={countLine} />
        </>
      )}
    </Loaded>
  )
}

function TrailListFilters({ list }: TrailResultsProps) {
  const { state, searchBox, setFilters } = list
  return (
    <ListFilters
      list={list}
      first={{
        names: ['record'],
        fields: (
          <PersonPicker
            ref={searchBox}
            label="Record of"
            chosen={state.record}
            onChosen={(record) => setFilters({ record })}
          />
        ),
      }}
    >
      <PersonPicker
        label="Changed or viewed by"
        kind="employee"
        chosen={state.actor}
        onChosen={(actor) => setFilters({ actor })}
      />
      <DayRangeFields days={state} onChosen={setFilters} />
      <CheckboxField
        label="Changes only"
        checked={state.changesOnly ?? false}
        onChange={({ currentTarget: { checked } }) => setFilters({ changesOnly: checked || undefined })}
      />
    </ListFilters>
  )
}
