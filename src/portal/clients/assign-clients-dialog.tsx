import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { Fragment, useEffect, useRef, useState } from 'react'
import type { ClientListItem } from '#contract/clients/schema.ts'
import { undoTime, useAction } from '#portal/action/action.tsx'
import { call } from '#portal/calls/call.ts'
import { errorMessage, ignoreNotFound, isFailure } from '#portal/calls/call-failure.ts'
import { FormDialog } from '#portal/form/form-dialog.tsx'
import { changesNoRecord, refresh } from '#portal/query-client.ts'
import { shortCalendarDate } from '#portal/screen/dates.ts'
import { fullName } from '#portal/screen/person.tsx'
import { plural } from '#portal/screen/plural.ts'
import { useWorkerOptions, WorkerName } from '#portal/workers/workers.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { CheckboxField } from '#ui/checkbox-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { clientKeys, clientQueries, listedClients } from './queries.ts'

type Clients = readonly ClientListItem[]

/** `to` is an employee's id, or null for nobody. */
interface Move {
  clients: Clients
  to: string | null
  followUps?: boolean
  /** The follow-ups that an undo returns with the clients. */
  followUpIds?: string[]
}

const nobody = 'nobody'

type AssignClientsDialogProps = {
  chosen: ReadonlyMap<string, ClientListItem>
  /** Adds the clients to the chosen ones, or removes them. */
  choose: (clients: Clients, isChosen: boolean) => void
  onClose: () => void
}

/** docs/product.md 80: assigns all chosen clients, or none. */
export function AssignClientsDialog({ chosen, choose, onClose }: AssignClientsDialogProps) {
  const queries = useQueryClient()
  const [clients, setClients] = useState(() => newestOf([...chosen.values()], queries))
  const [worker, chooseWorker] = useState('')
  const [followUps, setFollowUps] = useState(false)
  const workers = useWorkerOptions()
  const to = worker === nobody ? null : worker
  const undo = useUndo()
  const sending = useMutation({ mutationFn: send, onSuccess: () => readListsAgain(queries) })
  const assign = useAction(sending, {
    done(sent, move) {
      const name = workers.find(({ value }) => value === move.to)?.label
      const undoing = { label: 'Undo', onSelect: () => void undo.start(movesBack(move, sent.followUpIds)) }
      return {
        title: [
          name
            ? `${plural(sent.clients, 'client', 'clients')} assigned to ${name}.`
            : `${plural(sent.clients, 'client is', 'clients are')} now unassigned.`,
          ...(sent.followUps > 0 ? [`${plural(sent.followUps, 'follow-up', 'follow-ups')} moved.`] : []),
        ].join(' '),
        duration: undoTime,
        actions: sent.clients > 0 ? [undoing] : [],
      }
    },
    failed: 'The clients could not be assigned.',
  })

  function uncheck(ids: readonly string[]) {
    choose(
      clients.filter(({ id }) => ids.includes(id)),
      false,
    )
    setClients(clients.filter(({ id }) => !ids.includes(id)))
  }

  const outdated = isFailure(sending.error, 'version-conflict') ? sending.error.clients : []
  const unknownWorker = isFailure(sending.error, 'invalid-input') ? sending.error.fields.to : undefined
  const others = clients.filter(({ assignedTo }) => assignedTo !== null && assignedTo !== to)
  return (
    <FormDialog
      title={`Assign ${plural(clients.length, 'client', 'clients')}`}
      submitLabel="Assign"
      busy={sending.isPending}
      disabled={worker === '' || clients.length === 0}
      onClose={onClose}
      onSubmit={() =>
        void assign.start({ clients, to, followUps }, () => {
          choose(clients, false)
          onClose()
        })
      }
    >
      <SelectField
        label="New worker"
        value={worker}
        error={unknownWorker}
        options={[
          { value: '', label: 'Choose a worker' },
          ...workers,
          { value: nobody, label: 'Leave unassigned' },
        ]}
        onChange={(event) => chooseWorker(event.currentTarget.value)}
      />
      <div className="stack-close" ref={assign.question}>
        {others.length > 0 && (
          <p>
            {others.length} of them {others.length === 1 ? 'belongs' : 'belong'} to others today:{' '}
            {[...byWorker(others)].map(([id, theirs], at) => (
              <Fragment key={id}>
                {at > 0 && ', '}
                <Worker client={theirs[0]} /> {theirs.length}
              </Fragment>
            ))}
          </p>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, by arrow keys too */}
        <ul className="scroll-text assigned-clients" aria-label="Who is assigned" tabIndex={0}>
          {clients.map((client) => (
            <li key={client.id}>
              <Named client={client} />
              {client.assignedTo && (
                <span className="small-soft">
                  {' '}
                  · <Worker client={client} />
                </span>
              )}
            </li>
          ))}
        </ul>
      </div>
      <CheckboxField
        label="Move their open follow-ups as well"
        checked={followUps}
        onChange={(event) => setFollowUps(event.currentTarget.checked)}
      />
      {outdated.length > 0 && (
        <Outdated
          clients={clients.filter(({ id }) => outdated.includes(id))}
          onRead={(read) => {
            const newer = new Map(read.map((client) => [client.id, client]))
            uncheck(outdated.filter((id) => !newer.has(id)))
            setClients((clients) => clients.map((client) => newer.get(client.id) ?? client))
            sending.reset()
          }}
          onUncheck={() => {
            uncheck(outdated)
            sending.reset()
          }}
        />
      )}
      {assign.failure && outdated.length === 0 && !unknownWorker && (
        <Banner tone="danger">{assign.failure}</Banner>
      )}
    </FormDialog>
  )
}

function Named({ client }: { client: ClientListItem }) {
  return (
    <>
      <span dir="auto">{fullName(client)}</span>{' '}
      <span className="small-soft">born {shortCalendarDate(client.dateOfBirth)}</span>
    </>
  )
}

function Worker({ client }: { client: ClientListItem | undefined }) {
  if (!client?.assignedTo) return null
  return (
    <bdi>
      <WorkerName id={client.assignedTo} name={client.assignedToName} />
    </bdi>
  )
}

type OutdatedProps = { clients: Clients; onRead: (existing: Clients) => void; onUncheck: () => void }

/** Those because of whom nobody was assigned. */
function Outdated({ clients, onRead, onUncheck }: OutdatedProps) {
  const queries = useQueryClient()
  const reading = useMutation({
    mutationFn: async () => {
      const read = clients.map(({ id }) => queries.fetchQuery({ ...clientQueries.one(id), staleTime: 0 }))
      return (await Promise.all(read.map((client) => client.catch(ignoreNotFound)))).filter(
        (client) => !!client,
      )
    },
    onSuccess(existing) {
      void refresh(queries, { queryKey: clientKeys.pages })
      onRead(existing)
    },
    meta: changesNoRecord,
  })
  const place = useRef<HTMLDivElement>(null)
  // On a phone it is added below what is in view.
  useEffect(() => void place.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <Banner
      tone="danger"
      title={`Nobody was assigned: ${plural(clients.length, 'client has', 'clients have')} been changed or deleted meanwhile.`}
    >
      <div className="stack-close" ref={place}>
        <ul>
          {clients.map((client) => (
            <li key={client.id}>
              <Named client={client} />
            </li>
          ))}
        </ul>
        {reading.error && <p>They could not be read. {errorMessage(reading.error)}</p>}
        <div className="row">
          <Button small busy={reading.isPending} onClick={() => reading.mutate()}>
            Read them again
          </Button>
          <Button small onClick={onUncheck}>
            Uncheck them
          </Button>
        </div>
      </div>
    </Banner>
  )
}

function byWorker(clients: Clients): Map<string | null, ClientListItem[]> {
  const found = new Map<string | null, ClientListItem[]>()
  for (const client of clients)
    found.set(client.assignedTo, [...(found.get(client.assignedTo) ?? []), client])
  return found
}

/** The newest versions that the list has read, perhaps since the clients were chosen. */
function newestOf(clients: Clients, queries: QueryClient): Clients {
  const listed = listedClients(queries)
  return clients.map((client) =>
    listed
      .filter(({ id }) => id === client.id)
      .reduce((newest, other) => (other.version > newest.version ? other : newest), client),
  )
}

function send({ clients, ...move }: Move) {
  const body = { clients: clients.map(({ id, version }) => ({ id, version })), ...move }
  return call('POST /clients/assign', { body })
}

/** The moves that undo one, one for each former worker. Clients who had the new worker before stay, as do their follow-ups. */
function movesBack({ clients, to }: Move, followUpIds: string[]): Move[] {
  const moved = clients.filter(({ assignedTo }) => assignedTo !== to)
  return [...byWorker(moved)].map(([former, theirs]) => ({
    clients: theirs.map((client) => ({ ...client, version: client.version + 1 })),
    to: former,
    followUpIds,
  }))
}

function useUndo() {
  const queries = useQueryClient()
  const areAgain = (moves: { clients: Clients }[]) =>
    plural(
      moves.reduce((sum, { clients }) => sum + clients.length, 0),
      'client is',
      'clients are',
    )
  return useAction(
    useMutation({
      /** If one fails, the others are made all the same. */
      async mutationFn(moves: Move[]) {
        const failed: { clients: Clients; error: unknown }[] = []
        for (const move of moves)
          await send(move).catch((error: unknown) => failed.push({ clients: move.clients, error }))
        return failed
      },
      onSettled: () => readListsAgain(queries),
    }),
    {
      done: (failed, moves) =>
        failed.length === 0
          ? `Undone: ${areAgain(moves)} assigned as before.`
          : {
              tone: 'danger',
              title: `${areAgain(failed)} not assigned as before.`,
              detail: errorMessage(failed[0]?.error),
            },
      failed: 'The change could not be undone.',
    },
  )
}

/** Not awaited: the change is done. */
function readListsAgain(queries: QueryClient): void {
  for (const key of ['clients', 'follow-ups', 'workers']) void refresh(queries, { queryKey: [key] })
}
