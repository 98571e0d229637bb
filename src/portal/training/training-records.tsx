import { ownArea } from '#contract/access/areas.ts'
import { type DeckKey, decksOfTraining } from '#contract/training/decks.ts'
import type { TrainingRecord } from '#contract/training/schema.ts'
import { NotLoaded } from '#portal/calls/not-loaded.tsx'
import { shortDate } from '#portal/screen/dates.ts'
import { LoadingPlace } from '#portal/screen/loading-place.tsx'
import { Card } from '#ui/card.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { useTraining, useTrainingRecords } from './queries.ts'
import { trainingWording } from './wording.ts'

const wording = trainingWording.records

type Titles = ReadonlyMap<DeckKey, string>

/** For the super-admin: who has done which deck, and on which day. */
export function TrainingRecords() {
  const records = useTrainingRecords()
  const titles = useTitles()
  const { data, error } = records
  return (
    <Card title={wording.title}>
      {data && (
        <DataTable
          caption={wording.title}
          hideCaption
          columns={columnsWith(titles)}
          rows={data}
          rowKey={({ employeeId }) => employeeId}
          narrow="cards"
        />
      )}
      {!data && error && <NotLoaded message={wording.loadFailed} query={records} />}
      {!data && !error && <LoadingPlace lines={4} />}
    </Card>
  )
}

/** The decks' titles are the operator's; both trainings know their own. */
function useTitles(): Titles {
  const all = [useTraining('admin').data, useTraining('employee').data]
  return new Map(all.flatMap((training) => training?.decks ?? []).map(({ deck, title }) => [deck, title]))
}

/** Everyone has the employee deck; the others are asked only of those who can open them. */
function decksFor({ role }: TrainingRecord): readonly DeckKey[] {
  return ownArea(role) === 'admin'
    ? [...decksOfTraining.admin, ...decksOfTraining.employee]
    : decksOfTraining.employee
}

function columnsWith(titles: Titles): Column<TrainingRecord>[] {
  const titleOf = (deck: DeckKey) => titles.get(deck) ?? deck
  return [
    {
      key: 'name',
      header: wording.columns.name,
      rowHeader: true,
      cell: ({ name }) => <span dir="auto">{name}</span>,
    },
    { key: 'role', header: wording.columns.role, cell: ({ role }) => role, oneLine: true },
    {
      key: 'done',
      header: wording.columns.decks,
      cell: ({ done }) =>
        done.length === 0 ? (
          wording.none
        ) : (
          <ul className="training-list">
            {done.map(({ deck, doneAt }) => (
              <li key={deck}>
                {titleOf(deck)} <span className="training-day">{shortDate(doneAt)}</span>
              </li>
            ))}
          </ul>
        ),
    },
    {
      key: 'open',
      header: wording.columns.open,
      cell: (record) => {
        const open = decksFor(record).filter((deck) => !record.done.some((one) => one.deck === deck))
        return open.length === 0 ? wording.allDone : <TitleList titles={open.map(titleOf)} />
      },
    },
  ]
}

function TitleList({ titles }: { titles: readonly string[] }) {
  return (
    <ul className="training-list">
      {titles.map((title) => (
        <li key={title}>{title}</li>
      ))}
    </ul>
  )
}
