import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { screens } from '#contract/paths.ts'
import type { LoggedNote } from '#contract/service-log/endpoints.ts'
import { findingLabels } from '#contract/service-log/findings.ts'
import { useSay } from '#portal/action/message.ts'
import type { List } from '#portal/lists/list-state.ts'
import { RecordList, type ShownRows } from '#portal/lists/record-list.tsx'
import { noteBeginning } from '#portal/notes/delete-note-dialog.tsx'
import { factsOf } from '#portal/notes/note-facts.tsx'
import { noteElementId } from '#portal/notes/note-marks.tsx'
import { useAreaPath } from '#portal/screen/area.ts'
import { shortCalendarDate, shortDate } from '#portal/screen/dates.ts'
import { fullName } from '#portal/screen/person.tsx'
import { plural } from '#portal/screen/plural.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Badge } from '#ui/badge.tsx'
import { CheckboxField } from '#ui/checkbox-field.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { useKeys } from './keys.ts'
import { OpenNote } from './open-note.tsx'
import { type LogFilters, logPageQuery, periodOf } from './queries.ts'

export function LoggedNotes({ list }: { list: List<LogFilters> }) {
  const query = useQuery(logPageQuery(list.state))
  return (
    <RecordList
      list={list}
      query={query}
      title={screens.serviceLog.title}
      loading="Loading the notes…"
      loadFailed="Unable to load the service log."
      count={({ total, state }) => {
        const { from, to } = periodOf(state)
        return `${plural(total, 'note', 'notes')}, ${shortCalendarDate(from)} – ${shortCalendarDate(to)}`
      }}
      emptyPage={{
        icon: 'edit',
        title: 'This page is empty now',
        detail: 'The notes that were here have been changed or deleted.',
      }}
      nothing={() => (
        <EmptyState icon="edit" title="No notes match">
          Choose other dates, or clear the filters.
        </EmptyState>
      )}
    >
      {(shown, { state, nextCursor }) => (
        <NotesToReview
          shown={shown}
          page={state.page}
          wantedPage={list.state.page}
          onNext={nextCursor === null ? undefined : () => list.goToNext(nextCursor)}
        />
      )}
    </RecordList>
  )
}

type NotesToReviewProps = {
  shown: ShownRows<LoggedNote>
  page: number
  /** Another one while it is loading. */
  wantedPage: number
  /** Goes to the next page, if there is one. */
  onNext: (() => void) | undefined
}

/** The notes of a page, of which one is open. Keys open the note after or before it, and review it. */
function NotesToReview({ shown, page, wantedPage, onNext }: NotesToReviewProps) {
  const { rows, refreshing } = shown
  const areaPath = useAreaPath()
  const say = useSay()
  const [openId, setOpenId] = useState<string>()
  /** A note or a page that was opened by a key, and takes focus once it is shown. */
  const wanted = useRef<string | number>(undefined)
  const [keysAreOn, setKeysOn] = useState(true)
  const [comments] = useState(() => new Map<string, string>())
  const openNow = useRef(openId)
  useEffect(() => {
    openNow.current = openId
  }, [openId])

  function open({ id }: LoggedNote) {
    wanted.current = id
    setOpenId(id)
  }

  function move(step: 1 | -1) {
    if (refreshing) {
      wanted.current = wantedPage
      return
    }
    const note = rows[rows.findIndex(({ id }) => id === openId) + step]
    if (note) open(note)
    else if (step === -1) say({ title: 'This is the first note of the page.' })
    else if (onNext) {
      wanted.current = page + 1
      onNext()
    } else say({ title: 'That was the last note.' })
  }

  const takeFocus = useEffectEvent(() => {
    const first = rows[0]
    if (wanted.current === page && first && !refreshing) open(first)
    if (!openId || wanted.current !== openId) return
    wanted.current = undefined
    const expander = document.getElementById(expanderId({ id: openId }))
    expander?.focus({ preventScroll: true })
    expander?.closest('tr')?.scrollIntoView()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another note is open, or other rows are shown
  useEffect(takeFocus, [openId, rows])

  useKeys(keysAreOn ? { j: () => move(1), k: () => move(-1) } : {})

  const reviewed = rows.filter(({ reviewedAt }) => reviewedAt).length
  return (
    <>
      <div className="row row-apart screen-only">
        <CheckboxField
          className="service-log-keys"
          label="Keys: J for the next note, K for the one before, R to mark it as reviewed"
          checked={keysAreOn}
          onChange={({ currentTarget }) => setKeysOn(currentTarget.checked)}
        />
        <p role="status" className="small-soft">
          {reviewed.toLocaleString('en-US')} of {plural(rows.length, 'note', 'notes')} on this page reviewed
        </p>
      </div>
      <DataTable
        caption={screens.serviceLog.title}
        columns={columnsOf({
          openId,
          toggle: ({ id }) => setOpenId(id === openId ? undefined : id),
          hrefOf: (note) => `${areaPath('clientNotes', note.clientId)}#${noteElementId(note)}`,
        })}
        rowKey={({ id }) => id}
        detail={(note) =>
          note.id === openId && (
            <OpenNote
              note={note}
              id={detailId(note)}
              withKeys={keysAreOn}
              comments={comments}
              // Another note may have been opened meanwhile.
              onReviewed={() => note.id === openNow.current && move(1)}
            />
          )
        }
        {...shown}
      />
    </>
  )
}

const expanderId = ({ id }: Pick<LoggedNote, 'id'>) => `open-${id}`
const aboutId = ({ id }: Pick<LoggedNote, 'id'>) => `about-${id}`
const detailId = ({ id }: Pick<LoggedNote, 'id'>) => `whole-${id}`

interface Opening {
  openId: string | undefined
  toggle: (note: LoggedNote) => void
  hrefOf: (note: LoggedNote) => string
}

const columnsOf = ({ openId, toggle, hrefOf }: Opening): Column<LoggedNote>[] => [
  {
    key: 'client',
    header: 'Client',
    rowHeader: true,
    width: '12rem',
    cell: (note) => (
      <div id={aboutId(note)}>
        <Anchor href={hrefOf(note)} dir="auto">
          {fullName(note.client)}
        </Anchor>
        <div className="small-soft">{shortCalendarDate(note.client.dateOfBirth)}</div>
      </div>
    ),
  },
  {
    key: 'served',
    header: 'Date · minutes',
    oneLine: true,
    cell: ({ serviceDate, minutes, createdAt }) => (
      <>
        {serviceDate ? shortCalendarDate(serviceDate) : shortDate(createdAt)}
        <div className="small-soft">
          {[!serviceDate && 'Date written', minutes !== null && plural(minutes, 'minute', 'minutes')]
            .filter(Boolean)
            .join(' · ')}
        </div>
      </>
    ),
  },
  {
    key: 'note',
    header: 'Note',
    inCard: 'start',
    cell: (note) => {
      const isOpen = note.id === openId
      return (
        <>
          <div className="small-soft">{otherFactsOf(note)}</div>
          {note.corrects && <div className="small-soft">Corrects another note</div>}
          <button
            type="button"
            className="service-log-text"
            id={expanderId(note)}
            aria-expanded={isOpen}
            aria-describedby={aboutId(note)}
            aria-controls={isOpen ? detailId(note) : undefined}
            onClick={() => toggle(note)}
          >
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size="small" />
            <span className="written-text" dir="auto">
              {noteBeginning(note.text)}
            </span>
          </button>
        </>
      )
    },
  },
  {
    key: 'author',
    header: 'Author',
    cell: (note) => (
      <>
        <bdi>{note.authorName || note.author}</bdi>
        <div className="small-soft">{shortDate(note.createdAt)}</div>
      </>
    ),
  },
  {
    key: 'signed',
    header: 'Signed',
    cell: ({ signedAt, reviewedAt }) =>
      (signedAt || reviewedAt) && (
        <>
          {signedAt && <span className="date-time-part">{shortDate(signedAt)}</span>}
          {reviewedAt && (
            <div>
              <Badge tone="green">Reviewed</Badge>
            </div>
          )}
        </>
      ),
  },
  {
    key: 'findings',
    header: 'Flags',
    inCard: 'start',
    cell: ({ findings }) =>
      findings.length > 0 && (
        <ul className="service-log-findings row">
          {findings.map((finding) => (
            <li key={finding}>
              <Badge tone="yellow">{findingLabels[finding]}</Badge>
            </li>
          ))}
        </ul>
      ),
  },
]

/** Date and minutes have a column. */
const otherFactsOf = (note: LoggedNote) =>
  factsOf({ ...note, serviceDate: null, startTime: null, endTime: null, minutes: null })
