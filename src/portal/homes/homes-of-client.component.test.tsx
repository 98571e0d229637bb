import { useQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { daysAfter } from '#contract/calendar-date.ts'
import type { Home } from '#contract/homes/endpoints.ts'
import { clientQueries } from '#portal/clients/queries.ts'
import { today } from '#portal/screen/dates.ts'
import { exampleClient } from '#test/support/people.ts'
import { type Answers, openPortal } from '#test/support/portal-screen.tsx'
import { HomesOfClient } from './homes-of-client.tsx'

const { id } = exampleClient
const address = `/manager/client-details/${id}`

const home = (change: Partial<Home> = {}): Home => ({
  ...{ _id: 'h1', id: 'h1', clientId: id, kind: 'lease', address: '1420 Cedar Avenue S' },
  ...{ movedInOn: '2026-03-05', rent: 1150, share: 0, subsidy: 'Bridges', leaseEndsOn: null, leftOn: null },
  ...{ leftReason: null, leftNote: null, createdAt: '2026-03-05T15:00:00Z', createdBy: null },
  ...{ editedAt: null, editedBy: null, version: 1 },
  ...change,
})

/** The card on the screen of a client. */
function Details() {
  const client = useQuery(clientQueries.one(id))
  return client.data && <HomesOfClient clientId={id} />
}

function openHomes(homes: Home[], { client = {}, answers = {} as Answers } = {}) {
  return openPortal({
    screens: { [address]: <Details /> },
    address,
    role: 'employee',
    answers: {
      [`GET /clients/${id}`]: () => Response.json({ ...exampleClient, ...client }),
      [`GET /clients/${id}/homes`]: () => Response.json(homes),
      [`GET /clients/${id}/people`]: () => Response.json([]),
      ...answers,
    },
  })
}

test('a home says until when the lease runs, for how much, and why the client left [T1297]', async () => {
  const { screen } = await openHomes([
    home({ leaseEndsOn: daysAfter(today(), 10) }),
    home({
      ...{ id: 'h2', kind: 'shelter', address: null, rent: null, share: null, subsidy: null },
      ...{ movedInOn: '2026-01-05', leaseEndsOn: '2026-02-28', leftOn: '2026-03-05' },
      ...{ leftReason: 'Found a home', leftNote: 'Left a bag there.' },
    }),
  ])
  const items = screen.getByRole('listitem')
  await expect.element(items.first()).toMatchTextContent('Lease, 1420 Cedar Avenue S Ends in 10 days')
  await expect
    .element(items.first())
    .toMatchTextContent('Moved in Mar 5, 2026 · Rent $1,150 a month · Client’s share $0 a month · Bridges')
  await expect
    .element(items.nth(1))
    .toMatchTextContent(/^Shelter\s*Jan 5, 2026 to Mar 5, 2026 · Found a home · Left a bag there\.\s*Edit$/)
})

test('the landlords whom the client still has are named beside the homes', async () => {
  const landlord = {
    ...{ id: 'p1', clientId: id, relation: 'landlord', name: 'Cedar Apartments', phone: '6125550187' },
    ...{ email: null, mayContact: false, until: null },
  }
  const former = { ...landlord, id: 'p2', name: 'Elm Homes', until: daysAfter(today(), -1) }
  const sister = { ...landlord, id: 'p3', name: 'Sahra', relation: 'emergency' }
  const { screen } = await openHomes([home()], {
    answers: { [`GET /clients/${id}/people`]: () => Response.json([landlord, former, sister]) },
  })
  await expect
    .element(screen.getByText(/^Landlord: /))
    .toMatchTextContent('Landlord: Cedar Apartments (612) 555-0187 Do not contact')
})

test('of a Safe at Home participant no address is asked for, and a stored one can be removed [T1298]', async () => {
  let stored = home()
  const { screen } = await openHomes([stored], {
    client: { safeAtHome: true },
    answers: {
      [`GET /clients/${id}/homes`]: () => Response.json([stored]),
      'PUT /homes/h1'(body) {
        stored = home({ ...(body as Home), version: 2 })
        return Response.json(stored)
      },
    },
  })
  const field = (title: string) => screen.getByRole('dialog', { name: title }).getByLabelText('Address')
  await screen.getByRole('button', { name: 'Add home' }).click()
  await expect.element(screen.getByLabelText('Moved in on')).toBeVisible()
  expect(field('Add home').elements()).toEqual([])
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await screen.getByRole('button', { name: 'Edit' }).click()
  await field('Edit home').fill('')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByRole('listitem')).not.toMatchTextContent('Cedar Avenue')
  await screen.getByRole('button', { name: 'Edit' }).click()
  await expect.element(screen.getByLabelText('Moved in on')).toBeVisible()
  expect(field('Edit home').elements()).toEqual([])
})

test('a refusal because of another home keeps what was typed and names that home [T1299]', async () => {
  const message = 'The client has another home on these days: Lease, 1420 Cedar Avenue S, since Mar 5, 2026.'
  const { screen } = await openHomes([home()], {
    answers: {
      [`POST /clients/${id}/homes`]: () => Response.json({ code: 'homes-overlap', message }, { status: 409 }),
    },
  })
  await screen.getByRole('button', { name: 'Add home' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Add home' })
  await dialog.getByLabelText('Kind of home').selectOptions('Shelter')
  await dialog.getByLabelText('Moved in on').fill('2026-06-01')
  await dialog.getByLabelText('Rent').fill('1150.50')
  await dialog.getByLabelText('Subsidy').fill('Bridges')
  await expect.element(dialog.getByText('Enter a whole number from 0 to 20000').first()).toBeVisible()
  await dialog.getByLabelText('Rent').fill('1150')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(message)
  await expect.element(dialog.getByLabelText('Moved in on')).toHaveValue('2026-06-01')
  await expect.element(dialog.getByLabelText('Subsidy')).toHaveValue('Bridges')
})
