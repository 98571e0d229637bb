import { useQuery } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Role } from '#contract/access/roles.ts'
import type { ClientRecord } from '#contract/client-records/schema.ts'
import type { RecordFields } from '#contract/record-field.ts'
import { exampleClient } from '#test/support/people.ts'
import { type Answers, openPortal } from '#test/support/portal-screen.tsx'
import { ClientRecords, lineId } from './client-records.tsx'
import { type RecordKind, recordQueries } from './queries.ts'

/* A kind of record with the calls of papers. */

const { id } = exampleClient

type Place = ClientRecord & { street: string; rent: number | null }

const places: RecordKind<Place> = {
  name: 'papers',
  kind: 'paper',
  fields: {
    street: { kind: 'line', label: 'Street', required: 'Enter a street' },
    rent: { kind: 'number', label: 'Rent' },
  } satisfies RecordFields,
  one: 'place',
}

const place: Place = {
  _id: 'p1',
  id: 'p1',
  clientId: id,
  street: 'Cedar Avenue',
  rent: 900,
  createdAt: '2026-03-05T15:00:00Z',
  createdBy: 'mia@example.org',
  editedAt: null,
  editedBy: null,
  version: 1,
}

function PlacesOfClient() {
  const query = useQuery(recordQueries.ofClient(places, id))
  return (
    <ClientRecords kind={places} clientId={id} title="Places" records={query.data}>
      {(buttonsOf) =>
        query.data?.map((row) => (
          <div key={row.id}>
            <span id={lineId(places, row)}>{row.street}</span> {buttonsOf(row)}
          </div>
        ))
      }
    </ClientRecords>
  )
}

const list = `GET /clients/${id}/papers`
const add = `POST /clients/${id}/papers`

function openPlaces(answers: Answers, role: Role = 'employee') {
  const address = `/manager/client-details/${id}`
  return openPortal({
    screens: { [address]: <PlacesOfClient />, '/manager/clients': <h1>Clients</h1> },
    address,
    role,
    answers: { [list]: () => Response.json([place]), ...answers },
  })
}

test('a record is added once by keyboard, however long the server takes and whatever it answers', async () => {
  const slow = Promise.withResolvers<Response>()
  const added = { ...place, id: 'p2', street: 'Elm Street', rent: null }
  let stored: Place[] = []
  const replies = [
    () => slow.promise,
    () => Response.json({ code: 'busy', message: 'Too much to do.' }, { status: 503 }),
    () => {
      stored = [added]
      return Response.json(added, { status: 201 })
    },
  ]
  const sent: unknown[] = []
  const { screen } = await openPlaces({
    [list]: () => Response.json(stored),
    [add](body) {
      sent.push(body)
      return replies.shift()?.() ?? Response.error()
    },
  })
  const { fetch } = globalThis
  const keys = new Set<string | null>()
  vi.stubGlobal('fetch', (url: string, request: RequestInit) => {
    if (request.method === 'POST') keys.add(new Headers(request.headers).get('idempotency-key'))
    return fetch(url, request)
  })
  await screen.getByRole('button', { name: 'Add place' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Add place' })
  const street = dialog.getByLabelText('Street')
  await expect.element(street).toHaveFocus()
  await userEvent.keyboard('Elm Street{Enter}{Enter}')
  await expect.element(street).toHaveAttribute('readonly')
  expect(sent).toHaveLength(1)
  slow.reject(new TypeError('Failed to fetch'))
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('The place was not added.')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Too much to do.')
  await expect.element(street).toHaveValue('Elm Street')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Place added.')).toBeVisible()
  await expect.element(screen.getByText('Elm Street')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Add place' })).toHaveFocus()
  expect(sent).toEqual(Array(3).fill({ street: 'Elm Street', rent: null }))
  expect(keys.size).toBe(1)
})

test('an unfinished record is continued by its button, and by a link that names its draft', async () => {
  const { screen, router } = await openPlaces({})
  await screen.getByRole('button', { name: 'Edit' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Edit place' })
  await dialog.getByLabelText('Rent').fill('950')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect
    .element(screen.getByRole('button', { name: 'Continue editing' }))
    .toHaveAccessibleDescription('Cedar Avenue')
  await router.navigate(`?draft=edit-paper:${id}:p1`)
  await expect.element(dialog.getByLabelText('Rent')).toHaveValue('950')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => dialog.elements()).toEqual([])
  expect(router.state.location.search).toBe('')
  await expect.element(screen.getByRole('button', { name: 'Edit' })).toBeVisible()
})

test('a form that was opened by a link stays open when its record leaves the list', async () => {
  const newer = { ...place, street: 'Elm Street', version: 2 }
  const server = { stored: [place] }
  const { screen, router } = await openPlaces({
    [list]: () => Response.json(server.stored),
    'PUT /papers/p1'() {
      server.stored = []
      return Response.json({ code: 'version-conflict', message: 'Changed.', current: newer }, { status: 409 })
    },
  })
  await expect.element(screen.getByText('Cedar Avenue')).toBeVisible()
  await router.navigate(`?draft=edit-paper:${id}:p1`)
  const dialog = screen.getByRole('dialog', { name: 'Edit place' })
  await dialog.getByLabelText('Rent').fill('950')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const question = screen.getByRole('dialog', { name: 'Someone else changed this record' })
  await expect.element(question).toBeVisible()
  await expect.element(screen.getByText('Cedar Avenue')).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog.getByLabelText('Rent')).toHaveValue('950')
})

test('a form that is saved after its screen was left changes no other address', async () => {
  const saved = Promise.withResolvers<Response>()
  const { screen, router } = await openPlaces({ 'PUT /papers/p1': () => saved.promise })
  await router.navigate(`?draft=edit-paper:${id}:p1`)
  const dialog = screen.getByRole('dialog', { name: 'Edit place' })
  await dialog.getByLabelText('Rent').fill('950')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await router.navigate('/manager/clients?status=active')
  saved.resolve(Response.json({ ...place, rent: 950 }))
  await expect.element(screen.getByText('Saved.')).toBeVisible()
  expect(router.state.location.search).toBe('?status=active')
})

test('the earlier versions of an edited record are shown to those who may read them', async () => {
  const edited = { ...place, rent: 950, editedAt: '2026-03-06T15:00:00Z', version: 2 }
  const answers = {
    [list]: () => Response.json([edited]),
    [`GET /clients/${id}/versions/papers/p1`]: () => Response.json([place]),
  }
  const versions = { name: 'Earlier versions' }
  const employee = await openPlaces(answers)
  await expect.element(employee.screen.getByRole('button', { name: 'Edit' })).toBeVisible()
  expect(employee.screen.getByRole('button', versions).elements()).toEqual([])
  await employee.screen.unmount()

  const { screen } = await openPlaces(answers, 'admin')
  await screen.getByRole('button', versions).click()
  const version = screen.getByRole('dialog', versions).getByRole('listitem')
  await expect
    .element(version)
    .toMatchTextContent(/^Version 1, Mar 5, 2026.*mia@example\.org\s*StreetCedar AvenueRent900$/)
})
