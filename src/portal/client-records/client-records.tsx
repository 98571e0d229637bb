import '#portal/screen/record-line.css'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { can } from '#contract/access/permissions.ts'
import type { ClientRecord } from '#contract/client-records/schema.ts'
import { namesOf, type RecordField } from '#contract/record-field.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { AboutOpenClient } from '#portal/clients/about-client.tsx'
import { useNamedDraft } from '#portal/drafts/draft-address.ts'
import { useHasDraft } from '#portal/drafts/draft-status.tsx'
import { formOf } from '#portal/drafts/drafts.ts'
import { ShownValue } from '#portal/form/field-values.tsx'
import { DateTime } from '#portal/screen/date-time.tsx'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { PaperLine } from '#portal/screen/screen.tsx'
import { screenWording } from '#portal/screen/wording.ts'
import { useSession } from '#portal/session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { draftFormOf, type RecordKind, type RecordValues, recordQueries } from './queries.ts'
import { RecordDialog } from './record-dialog.tsx'

type ClientRecordsProps<Row extends ClientRecord> = {
  kind: RecordKind<Row>
  clientId: string
  title: string
  className?: string
  /** Those that are loaded: the address may name the draft of one. */
  records: readonly Row[] | undefined
  /** The list. A line has the buttons of its record, and describes them by `lineId`. */
  children: (buttonsOf: (record: Row) => ReactNode) => ReactNode
}

/** A client's records of one kind, and what can be done with them. */
export function ClientRecords<Row extends ClientRecord>(props: ClientRecordsProps<Row>) {
  const { kind, clientId, records = [], children, ...card } = props
  const { role } = useSession()
  const [opened, setOpened] = useState<{ record?: Row; shows: 'form' | 'versions' }>()
  const newForm = draftFormOf(kind, clientId)
  const hasNewDraft = useHasDraft(newForm)
  const named = formOf(useNamedDraft().named)
  const isNamed = (row: Row) => draftFormOf(kind, clientId, row) === named
  const found = records.find(isNamed)
  /** Its form stays open when another person's change takes it from the list. */
  const [known, setKnown] = useState(found)
  if (found && found !== known) setKnown(found)
  const record = known && isNamed(known) ? known : undefined
  const dialog = opened ?? (record || named === newForm ? { record, shows: 'form' } : undefined)
  const close = () => setOpened(undefined)
  return (
    <Card
      {...card}
      actions={
        can(role, `${kind.name}:write`) && (
          <Button small tone="quiet" icon="plus" onClick={() => setOpened({ shows: 'form' })}>
            {hasNewDraft ? `Continue adding the ${kind.one}` : `Add ${kind.one}`}
          </Button>
        )
      }
    >
      {children((record) => (
        <RecordButtons kind={kind} record={record} onOpen={(shows) => setOpened({ record, shows })} />
      ))}
      {dialog?.shows === 'form' && (
        <RecordDialog kind={kind} clientId={clientId} record={dialog.record} onClose={close} />
      )}
      {dialog?.shows === 'versions' && dialog.record && (
        <VersionsDialog kind={kind} record={dialog.record} onClose={close} />
      )}
    </Card>
  )
}

type RecordLinesProps<Row extends ClientRecord> = {
  query: UseQueryResult<Row[]>
  /** Instead of the list, when it could not be loaded and when there are none. */
  failed: string
  empty: string
  buttonsOf: (record: Row) => ReactNode
  /** In a line, below its text and buttons. */
  below?: ((record: Row) => ReactNode) | undefined
  /** What a line says. */
  children: (record: Row) => ReactNode
}

/** Records below each other, each with its buttons beside it. */
export function RecordLines<Row extends ClientRecord>(props: RecordLinesProps<Row>) {
  const { query, failed, empty, buttonsOf, below, children } = props
  return (
    <Loaded query={query} waiting={<LoadingSkeleton lines={1} />} failed={failed}>
      {(found) =>
        found.length === 0 ? (
          <p className="soft card-nothing">{empty}</p>
        ) : (
          <ul>
            {found.map((record) => (
              <li key={record.id} className="record-line row row-apart">
                <div className="record-line-text">{children(record)}</div>
                <div className="record-line-actions screen-only">{buttonsOf(record)}</div>
                {below?.(record)}
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

/** Describes the buttons of a record. */
export const lineId = ({ kind }: Pick<RecordKind<never>, 'kind'>, { id }: ClientRecord) => `${kind}-${id}`

type RecordButtonsProps<Row extends ClientRecord> = {
  kind: RecordKind<Row>
  record: Row
  onOpen: (shows: 'form' | 'versions') => void
}

function RecordButtons<Row extends ClientRecord>({ kind, record, onOpen }: RecordButtonsProps<Row>) {
  const { role } = useSession()
  const hasDraft = useHasDraft(draftFormOf(kind, record.clientId, record))
  const mayEdit = can(role, `${kind.name}:write`) && !kind.isClosed?.(record, role)
  const mayReadVersions = record.editedAt && can(role, `${kind.name}:read-versions`)
  const button = { small: true, tone: 'quiet', 'aria-describedby': lineId(kind, record) } as const
  return (
    <>
      {mayEdit && (
        <Button {...button} icon="edit" onClick={() => onOpen('form')}>
          {hasDraft ? 'Continue editing' : 'Edit'}
        </Button>
      )}
      {mayReadVersions && (
        <Button {...button} icon="clock" onClick={() => onOpen('versions')}>
          Earlier versions
        </Button>
      )}
    </>
  )
}

type VersionsDialogProps<Row extends ClientRecord> = {
  kind: RecordKind<Row>
  record: Row
  onClose: () => void
}

/** The record before each of its changes, the newest first. */
function VersionsDialog<Row extends ClientRecord>({ kind, record, onClose }: VersionsDialogProps<Row>) {
  const versions = useQuery(recordQueries.versions(kind, record))
  return (
    <Dialog open title="Earlier versions" width="wide" onClose={onClose}>
      <PaperLine about={screenWording.confidential} />
      <p>
        <AboutOpenClient clientId={record.clientId} />
      </p>
      <Loaded
        query={versions}
        waiting={<LoadingSkeleton lines={4} />}
        failed="Unable to load the earlier versions."
      >
        {(earlier) => (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, by arrow keys too
          <ul tabIndex={0} aria-label="Earlier versions">
            {earlier.map((version) => (
              <li key={version.version} className="record-version">
                <p className="small-soft">
                  Version {version.version}, <DateTime instant={version.editedAt ?? version.createdAt} />{' '}
                  <bdi>{version.editedBy ?? version.createdBy}</bdi>
                </p>
                <DescriptionList items={[...fieldsOf(kind, version), ...(kind.facts?.(version) ?? [])]} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Dialog>
  )
}

/** The fields that are filled in. */
function fieldsOf<Row extends ClientRecord>({ fields }: RecordKind<Row>, version: Row) {
  const values = version as unknown as RecordValues
  return namesOf(fields).flatMap((name) => {
    const field = fields[name] as RecordField
    // A person is named by the record itself: they may have left.
    const value = values[field.kind === 'employee' ? `${name}Name` : name] ?? null
    return value === null ? [] : [{ term: field.label, value: <ShownValue field={field} value={value} /> }]
  })
}
