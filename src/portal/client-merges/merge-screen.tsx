import './merge-screen.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { can } from '#contract/access/permissions.ts'
import { differingFields, type Side } from '#contract/client-merges/rules.ts'
import { clientFields } from '#contract/clients/fields.ts'
import type { Client } from '#contract/clients/schema.ts'
import { searchLimit } from '#contract/lengths.ts'
import { screenPath, screens } from '#contract/paths.ts'
import { isFilledIn, type NameOf, namesOf, type RecordField } from '#contract/record-field.ts'
import { errorMessage, isFailure } from '#portal/calls/call-failure.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { ClientNotLoaded } from '#portal/clients/about-client.tsx'
import { clientKeys, clientQueries } from '#portal/clients/queries.ts'
import { StatusBadge } from '#portal/clients/status-badge.tsx'
import { formValues, shownText } from '#portal/form/field-values.tsx'
import { cleanSearch } from '#portal/lists/list-state.ts'
import { refresh } from '#portal/query-client.ts'
import { longCalendarDate, shortDate } from '#portal/screen/dates.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { fullName } from '#portal/screen/person.tsx'
import { plural } from '#portal/screen/plural.ts'
import { Screen } from '#portal/screen/screen.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, FormActions, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { SearchField } from '#ui/text-field.tsx'
import { useToast } from '#ui/toast.tsx'
import { mergePath, mergeQueries, movedText, useMerge } from './queries.ts'

type Field = NameOf<typeof clientFields>

/** Two records of one person become one (docs/product.md 125). The address names both: the one that stays, and `other`. */
export function MergeScreen() {
  const { id = '' } = useParams()
  const other = useSearchParams()[0].get('other') ?? ''
  const client = useQuery(clientQueries.one(id))
  const mayMerge = can(useSession().role, 'clients:merge')
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
      {mayMerge ? (
        <Loaded
          query={client}
          waiting={<LoadingSkeleton lines={6} />}
          failed={(query) => <ClientNotLoaded query={query} />}
        >
          {(client) =>
            isChosen ? <Compare client={client} otherId={other} /> : <ChooseOther client={client} />
          }
        </Loaded>
      ) : (
        <EmptyState icon="users" title="Only a super admin can merge records" />
      )}
    </Screen>
  )
}

/** Milliseconds after the last letter. */
const typingPause = 300

/** Which record is the second one of this person. */
function ChooseOther({ client }: { client: Client }) {
  const similar = useQuery(mergeQueries.similar(client))
  const [typed, setTyped] = useState('')
  const [searched, setSearched] = useState('')
  const found = useQuery(clientQueries.palette(searched))
  const others = (found.data?.items ?? []).filter(({ id }) => id !== client.id)
  const [timer, setTimer] = useState<ReturnType<typeof setTimeout>>()

  function search(text: string) {
    setTyped(text)
    clearTimeout(timer)
    setTimer(setTimeout(() => setSearched(cleanSearch(text)), typingPause))
  }
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
          {(clients) =>
            clients.length > 0 ? (
              <Candidates client={client} others={clients} label="Similar records" />
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
          onChange={(event) => search(event.currentTarget.value)}
        />
        <p className="small-soft" role="status">
          {searched === '' || found.isFetching
            ? ''
            : found.error
              ? errorMessage(found.error)
              : `${plural(others.length, 'client', 'clients')} found`}
        </p>
        {searched !== '' && others.length > 0 && (
          <Candidates client={client} others={others} label="Clients found" />
        )}
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

const sideLabels = { this: 'Record that stays', other: 'Record that is merged into it' } as const
const columnLabels = { this: 'Record that stays', other: 'Merged record' } as const

/** Chosen beforehand only where one record has no value (docs/product.md 125). */
function preselected(field: Field, { client, other }: Pair): Side | undefined {
  if (!isFilledIn(client[field])) return 'other'
  return isFilledIn(other[field]) ? undefined : 'this'
}

function MergeForm({ client, other }: Pair) {
  const queries = useQueryClient()
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
  const isOutdated = isFailure(merge.error, 'version-conflict')

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
          toast({ text: `The records of ${fullName(merged)} are now one.`, lasts: true })
          navigate(screenPath('admin', 'clientDetails', merged.id), { replace: true })
        },
      },
    )
  }

  function readAgain() {
    merge.reset()
    void refresh(queries, { queryKey: clientKeys.one })
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
              <span>{columnLabels.this}</span>
              <span>{columnLabels.other}</span>
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
      {isChecked && open.length > 0 && (
        <p className="field-error" role="alert">
          <Icon name="danger" size="small" /> {plural(open.length, 'detail is', 'details are')} still to be
          chosen.
        </p>
      )}
      {merge.error && (
        <Banner tone="danger" title="The records were not merged.">
          <p>{isOutdated ? 'One of them has been changed meanwhile.' : errorMessage(merge.error)}</p>
          {isOutdated && (
            <Button small icon="refresh" onClick={readAgain}>
              Show the changes
            </Button>
          )}
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
  const { createdAt, dateOfBirth, assignedToName, status } = client
  return (
    <Card className={`merge-record merge-record-${side}`}>
      <p className="merge-side">{sideLabels[side]}</p>
      <h2 className="merge-name" dir="auto">
        {fullName(client)}
      </h2>
      <p className="soft">
        Born {longCalendarDate(dateOfBirth)} · Added {shortDate(createdAt)}
        {assignedToName && (
          <>
            {' '}
            · <bdi>{assignedToName}</bdi>
          </>
        )}
      </p>
      <StatusBadge status={status} />
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
            <span className="merge-caption small-soft">{columnLabels[side]}: </span>
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
