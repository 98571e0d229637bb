import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ClientImport } from '#contract/clients/import-endpoints.ts'
import { screenPath } from '#contract/paths.ts'
import { ActionDialog, useAction } from '#portal/action/action.tsx'
import { isFailure } from '#portal/calls/call-failure.ts'
import { CardNotLoaded } from '#portal/calls/loaded.tsx'
import { DateTime } from '#portal/screen/date-time.tsx'
import { dateAndTime } from '#portal/screen/dates.ts'
import { fullName, Person } from '#portal/screen/person.tsx'
import { plural } from '#portal/screen/plural.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { importsQuery, useUndo } from './queries.ts'

/** The imports, each with its undo; nothing while there are none. */
export function EarlierImports() {
  const query = useQuery(importsQuery)
  const [undone, setUndone] = useState<ClientImport>()
  const { data: imports = [] } = query
  if (query.error && !query.data)
    return (
      <Card title="Earlier imports">
        <CardNotLoaded message="Unable to load the imports." query={query} />
      </Card>
    )
  if (imports.length === 0) return null
  const columns: Column<ClientImport>[] = [
    {
      key: 'at',
      header: 'When',
      rowHeader: true,
      oneLine: true,
      cell: ({ at }) => <DateTime instant={at} />,
    },
    {
      key: 'by',
      header: 'Who',
      inCard: 'labeled',
      cell: ({ by, byName }) =>
        by ? <Person name={byName} email={by} /> : 'An operator or a former employee',
    },
    {
      key: 'clients',
      header: 'Clients',
      inCard: 'labeled',
      cell: ({ clients, untouched, undoneAt }) => (
        <>
          {clients.toLocaleString('en-US')}
          {!undoneAt && untouched < clients && (
            <span className="small-soft"> ({untouched.toLocaleString('en-US')} unchanged)</span>
          )}
        </>
      ),
    },
    {
      key: 'undo',
      header: 'Undo',
      inCard: 'labeled',
      cell: (made) =>
        made.undoneAt ? (
          <span className="small-soft">Undone {dateAndTime(made.undoneAt)}</span>
        ) : (
          <Button
            small
            tone="quiet"
            aria-label={`Undo the import of ${dateAndTime(made.at)}`}
            onClick={() => setUndone(made)}
          >
            Undo
          </Button>
        ),
    },
  ]
  return (
    <Card title="Earlier imports" className="stack">
      <DataTable
        caption="Earlier imports"
        narrow="cards-on-phones"
        columns={columns}
        rows={imports}
        rowKey={({ id }) => id}
      />
      {undone && <UndoDialog made={undone} onClose={() => setUndone(undefined)} />}
    </Card>
  )
}

function UndoDialog({ made, onClose }: { made: ClientImport; onClose: () => void }) {
  const { at, clients } = made
  const sending = useUndo(made)
  const undoing = useAction(sending, {
    done: {
      title: 'The import has been undone.',
      link: { href: screenPath('admin', 'deletedRecords'), label: 'Deleted records' },
    },
    failed: 'The import could not be undone.',
    reasons: { 'not-found': 'It has already been undone.' },
  })
  const inUse = isFailure(sending.error, 'import-in-use') ? sending.error.inUse : undefined
  return (
    <ActionDialog
      action={undoing}
      title="Undo this import"
      confirmLabel="Undo import"
      onConfirm={() => void undoing.start(undefined, onClose)}
      onClose={onClose}
    >
      <p>
        This deletes the {plural(clients, 'client', 'clients')} added on {dateAndTime(at)}. They can be
        restored one by one. If any of them has been changed since the import, none is deleted.
      </p>
      {inUse && (
        <div>
          <p>
            {plural(inUse.count, 'client was', 'clients were')} changed
            {inUse.count > inUse.clients.length && `; the first ${inUse.clients.length} of them`}:
          </p>
          <ul className="import-list">
            {inUse.clients.map((client) => (
              <li key={client.id}>
                <Anchor href={screenPath('admin', 'clientDetails', client.id)}>{fullName(client)}</Anchor>
              </li>
            ))}
          </ul>
          <p>
            Delete {inUse.count === 1 ? 'this client' : 'these clients'} first to undo the import of the
            others.
          </p>
        </div>
      )}
    </ActionDialog>
  )
}
