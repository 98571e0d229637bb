import './merge-screen.css'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { differingFields, type Side } from '#contract/client-merges/rules.ts'
import { clientFields } from '#contract/clients/fields.ts'
import type { Client } from '#contract/clients/schema.ts'
import { searchLimit } from '#contract/lengths.ts'
import { screenPath, screens } from '#contract/paths.ts'
import { isFilledIn, type NameOf, namesOf, type RecordField } from '#contract/record-field.ts'
import { errorMessage } from '#portal/calls/call-failure.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { BornAndWorker, ClientNotLoaded } from '#portal/clients/about-client.tsx'
import { useFoundClients } from '#portal/clients/found-clients.ts'
import { clientQueries } from '#portal/clients/queries.ts'
import { StatusBadge } from '#portal/clients/status-badge.tsx'
import { formValues, shownText } from '#portal/form/field-values.tsx'
import { cleanSearch } from '#portal/lists/list-state.ts'
import { longCalendarDate, shortDate } from '#portal/screen/dates.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { fullName } from '#portal/screen/person.tsx'
import { plural } from '#portal/screen/plural.ts'
import { Screen } from '#portal/screen/screen.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button, FormActions, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { SearchField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'
import { mergePath, mergeQueries, movedText, useMerge } from './queries.ts'

type Field = NameOf<typeof clientFields>

/** Two records of one person become one (docs/product.md 125). The address names both: the one that stays, and `other`. */
export function MergeScreen() {
  const { id = '' } = useParams()
  const other = useSearchParams()[0].get('other') ?? ''
  const client = useQuery(clientQueries.one(id))
  const isChosen = other !== '' && other !== id
  return (
    <Screen
      title={screens.mergeClient.title}
      back={[
        { href: screenPath('admin', 'clientDetails', id), label: 'Back to the client' },
        ...(isChosen ? [{ href: mergePath(id), label: 'Choose another record' }] : []),
      ]}
      intro={<p>Two records of the same person become one. You can undo it later on the client’s details.</p>}
    >
      <Loaded
        query={client}
        waiting={<LoadingSkeleton lines={6} />}
        failed={(query) => <ClientNotLoaded query={query} />}
      >
        {(client) =>
          isChosen ? <Compare client={client} otherId={other} /> : <ChooseOther client={client} />
        }
      </Loaded>
    </Screen>
  )
}

/** Which record is the second one of this person. */
function ChooseOther({ client }: { client: Client }) {
  const { id, firstName, lastName, dateOfBirth, pmi } = client
  const others = (found: readonly Candidate[]) => found.filter((one) => one.id !== id)
  const similar = useQuery({
    ...clientQueries.similar({ firstName, lastName, dateOfBirth, pmi }),
    staleTime: 0,
    select: others,
  })
  const [typed, setTyped] = useState('')
  const search = cleanSearch(typed)
  const { clients, isCurrent, query } = useFoundClients(search)
  const found = others(clients.items)
  return (
    <Card title="Which record is the same person?">
      <div className="stack merge-choice">
        <p>
          Other records of <strong dir="auto">{fullName(client)}</strong>, born{' '}
          {longCalendarDate(client.dateOfBirth)}:
        </p>
        <Loaded
          query={similar}
          waiting={<LoadingSkeleton lines={2} />}
          failed="Unable to look for similar records."
        >
          {(likely) =>
            likely.length > 0 ? (
              <Candidates client={client} others={likely} label="Similar records" />
            ) : (
              <p className="soft">No similar record was found. Search for it by name.</p>
            )
          }
        </Loaded>
        <SearchField
          label="Search all clients"
          value={typed}
          maxLength={searchLimit}
          dir="auto"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <p className="small-soft" role="status">
          {query.error && errorMessage(query.error)}
          {search !== '' && isCurrent && !query.error && `${plural(found.length, 'client', 'clients')} found`}
        </p>
        {found.length > 0 && <Candidates client={client} others={found} label="Clients found" />}
      </div>
    </Card>
  )
}

type Candidate = Pick<Client, 'id' | 'firstName' | 'lastName' | 'dateOfBirth' | 'status'>
type CandidatesProps = { client: Client; others: readonly Candidate[]; label: string }

function Candidates({ client, others, label }: CandidatesProps) {
  return (
    <ul className="stack-close" aria-label={label}>
      {others.map((other) => (
        <li key={other.id} className="row row-apart merge-candidate">
          <span id={`candidate-${other.id}`}>
            <strong dir="auto">{fullName(other)}</strong> · born {longCalendarDate(other.dateOfBirth)}{' '}
            <StatusBadge status={other.status} />
          </span>
          <LinkButton small href={mergePath(client.id, other.id)} aria-describedby={`candidate-${other.id}`}>
            Compare
          </LinkButton>
        </li>
      ))}
    </ul>
  )
}

function Compare({ client, otherId }: { client: Client; otherId: string }) {
  const other = useQuery(clientQueries.one(otherId))
  return (
    <Loaded
      query={other}
      waiting={<LoadingSkeleton lines={6} />}
      failed={(query) => <ClientNotLoaded query={query} message="Unable to load the other record." />}
    >
      {(other) => <MergeForm client={client} other={other} />}
    </Loaded>
  )
}

type Pair = { client: Client; other: Client }

const sideLabels = { this: 'Record that stays', other: 'Record that is merged' } as const

/** Chosen beforehand only where one record has no value (docs/product.md 125). */
function preselected(field: Field, { client, other }: Pair): Side | undefined {
  if (!isFilledIn(client[field])) return 'other'
  return isFilledIn(other[field]) ? undefined : 'this'
}

const failedReasons = {
  'version-conflict': 'Someone else has changed one of them. Check what is shown now, and try again.',
}

function MergeForm({ client, other }: Pair) {
  const navigate = useNavigate()
  const toast = useToast()
  const merge = useMerge()
  const [chosen, setChosen] = useState<Partial<Record<Field, Side>>>({})
  const [isChecked, setChecked] = useState(false)
  const differing = differingFields(client, other)
  const sideOf = (field: Field) => chosen[field] ?? preselected(field, { client, other })
  const open = differing.filter((field) => !sideOf(field))
  const same = namesOf(clientFields).filter(
    (field) => !differing.includes(field) && isFilledIn(client[field]),
  )

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setChecked(true)
    if (merge.isPending) return
    if (open[0]) {
      event.currentTarget.querySelector<HTMLElement>(`input[name="${open[0]}"]`)?.focus()
      return
    }
    const values = Object.fromEntries(differing.map((field) => [field, sideOf(field)]))
    merge.mutate(
      { client, other, values },
      {
        onSuccess(merged) {
          toast({ text: `The records of ${fullName(merged)} have been merged.`, lasts: true })
          navigate(screenPath('admin', 'clientDetails', merged.id), { replace: true })
        },
      },
    )
  }

  return (
    <form className="stack merge-form" onSubmit={submit} noValidate>
      <div className="merge-records">
        <RecordCard client={client} side="this">
          <Holdings id={client.id} said={(what) => `Holds ${what}.`} />
        </RecordCard>
        <RecordCard client={other} side="other">
          <Holdings id={other.id} said={(what) => `These will move: ${what}.`} />
        </RecordCard>
      </div>
      <div>
        <LinkButton small icon="refresh" href={mergePath(other.id, client.id)}>
          Keep the other record instead
        </LinkButton>
      </div>
      <Card title={differing.length > 0 ? 'Which details to keep' : 'Details'}>
        {differing.length > 0 ? (
          <div>
            <div className="merge-columns small-soft" aria-hidden="true">
              <span>{sideLabels.this}</span>
              <span>{sideLabels.other}</span>
            </div>
            {differing.map((field) => (
              <FieldChoice
                key={field}
                field={field}
                pair={{ client, other }}
                chosen={sideOf(field)}
                error={isChecked && !sideOf(field) ? 'Choose one' : undefined}
                onChosen={(side) => setChosen({ ...chosen, [field]: side })}
              />
            ))}
          </div>
        ) : (
          <p>Both records have the same details.</p>
        )}
        {differing.length > 0 && same.length > 0 && (
          <p className="small-soft merge-same">
            The same in both: {same.map((field) => clientFields[field].label).join(', ')}.
          </p>
        )}
      </Card>
      {merge.error && (
        <Banner tone="danger" title="The records were not merged.">
          {errorMessage(merge.error, failedReasons)}
        </Banner>
      )}
      <FormActions>
        <Button type="submit" tone="primary" busy={merge.isPending}>
          Merge records
        </Button>
        <LinkButton href={screenPath('admin', 'clientDetails', client.id)}>Cancel</LinkButton>
      </FormActions>
    </form>
  )
}

type HoldingsProps = { id: string; said: (what: string) => string }

/** What a record holds. */
function Holdings({ id, said }: HoldingsProps) {
  const { data, error } = useQuery(mergeQueries.counts(id))
  if (error) return <p>Its notes and other records could not be counted. {errorMessage(error)}</p>
  // Keeps its line.
  if (!data) return <p aria-busy="true">{'\u00a0'}</p>
  const what = movedText(data)
  return <p>{what ? said(what) : 'Contains only these details.'}</p>
}

type RecordCardProps = { client: Client; side: Side; children: ReactNode }

function RecordCard({ client, side, children }: RecordCardProps) {
  return (
    <Card className={`merge-record merge-record-${side}`}>
      <p className="merge-side">{sideLabels[side]}</p>
      <h2 className="merge-name" dir="auto">
        {fullName(client)}
      </h2>
      <p className="soft">
        <BornAndWorker client={client} /> · Added {shortDate(client.createdAt)}
      </p>
      <StatusBadge status={client.status} />
      <div className="merge-consequence">{children}</div>
    </Card>
  )
}

type FieldChoiceProps = {
  field: Field
  pair: Pair
  chosen: Side | undefined
  error: string | undefined
  onChosen: (side: Side) => void
}

function FieldChoice({ field, pair, chosen, error, onChosen }: FieldChoiceProps) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div
      className="merge-field"
      role="radiogroup"
      aria-labelledby={id}
      aria-describedby={error ? errorId : undefined}
      aria-invalid={error ? true : undefined}
    >
      <div>
        <span id={id} className="field-label">
          {clientFields[field].label}
        </span>
        {error && (
          <span id={errorId} className="field-error">
            {error}
          </span>
        )}
      </div>
      {(['this', 'other'] as const).map((side) => (
        <label key={side} className="merge-value">
          <input type="radio" name={field} checked={chosen === side} onChange={() => onChosen(side)} />
          <span>
            <span className="merge-caption small-soft">{sideLabels[side]}: </span>
            <Value client={side === 'this' ? pair.client : pair.other} field={field} />
          </span>
        </label>
      ))}
    </div>
  )
}

/** Without links, which would be followed instead of chosen. */
function Value({ client, field }: { client: Client; field: Field }) {
  const definition: RecordField = clientFields[field]
  if (field === 'assignedTo') return <bdi>{client.assignedToName ?? 'Unassigned'}</bdi>
  const text = formValues(clientFields, client)[field]
  if (text === '') return <span className="soft">{definition.kind === 'yes-no' ? 'Not asked' : 'Empty'}</span>
  return <span dir={definition.dir}>{shownText(definition, text)}</span>
}
