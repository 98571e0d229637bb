import './training.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { can } from '#contract/access/permissions.ts'
import { screens } from '#contract/paths.ts'
import { decksOfTraining, type TrainingName } from '#contract/training/decks.ts'
import type { Deck, TrainingContent } from '#contract/training/endpoints.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { Screen } from '#portal/screen/screen.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { UnbrokenText } from '#ui/unbroken-text.tsx'
import { DeckCard } from './deck-card.tsx'
import { trainingQueries } from './queries.ts'
import { TrainingRecords } from './training-records.tsx'

const trainingTitle = {
  admin: screens.training.title,
  employee: screens.employeeTraining.title,
} as const satisfies Record<TrainingName, string>

const trainingResponsibilities = {
  admin: 'Key responsibilities',
  employee: 'Your responsibilities',
} as const satisfies Record<TrainingName, string>

const progress = (done: number, all: number) => `${done} of ${all} done`

export const AdminTrainingScreen = () => <TrainingScreen name="admin" />
export const EmployeeTrainingScreen = () => <TrainingScreen name="employee" />

function TrainingScreen({ name }: { name: TrainingName }) {
  const { role } = useSession()
  const training = useQuery(trainingQueries.decks(name))
  const { data, error } = training
  const failed = !data && error
  const hasRecords = name === 'admin' && can(role, 'training:read-records')
  return (
    <Screen
      title={trainingTitle[name]}
      confidential={hasRecords}
      intro={!failed && (data ? <p>{data.headline}</p> : <HeadingPlaceholder>…</HeadingPlaceholder>)}
      mark={!failed && decksOfTraining[name].length > 1 && <DeckProgress name={name} decks={data?.decks} />}
    >
      <Loaded
        query={training}
        waiting={<LoadingSkeleton label="Loading the training…" />}
        failed="Unable to load the training."
      >
        {({ responsibilities, decks }) => (
          <div className="stack">
            <Responsibilities name={name} responsibilities={responsibilities} />
            {decks.map((deck) => (
              <DeckCard key={deck.deck} deck={deck} />
            ))}
            {hasRecords && <TrainingRecords />}
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

/** Keeps a place in the heading: nothing below it moves. */
function HeadingPlaceholder({ children }: { children: ReactNode }) {
  return (
    <div className="kept-place" aria-hidden="true">
      {children}
    </div>
  )
}

function DeckProgress({ name, decks }: { name: TrainingName; decks: readonly Deck[] | undefined }) {
  const all = decksOfTraining[name].length
  if (!decks)
    return (
      <HeadingPlaceholder>
        <Badge>{progress(0, all)}</Badge>
      </HeadingPlaceholder>
    )
  const done = decks.filter(({ doneAt }) => doneAt !== null).length
  return <Badge tone={done === all ? 'green' : 'blue'}>{progress(done, all)}</Badge>
}

type ResponsibilitiesProps = Pick<TrainingContent, 'responsibilities'> & { name: TrainingName }

function Responsibilities({ name, responsibilities }: ResponsibilitiesProps) {
  return (
    <Card title={trainingResponsibilities[name]}>
      <ol className="training-responsibilities">
        {responsibilities.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>
              <UnbrokenText text={text} />
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
