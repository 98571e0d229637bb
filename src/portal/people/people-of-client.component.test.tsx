import { expect, test } from 'vitest'
import { daysAfter } from '#contract/calendar-date.ts'
import type { Person } from '#contract/people/endpoints.ts'
import { shortCalendarDate, today } from '#portal/screen/dates.ts'
import { exampleClient } from '#test/support/people.ts'
import { openPortal } from '#test/support/portal-screen.tsx'
import { PeopleOfClient } from './people-of-client.tsx'

const { id } = exampleClient
const address = `/manager/client-details/${id}`

const person = (name: string, change: Partial<Person> = {}): Person => ({
  ...{
    _id: name,
    id: name,
    clientId: id,
    relation: 'emergency',
    name,
    phone: null,
    email: null,
    bornOn: null,
  },
  ...{ mayContact: null, note: null, until: null, createdAt: '2026-03-05T15:00:00Z', createdBy: null },
  ...{ editedAt: null, editedBy: null, version: 1 },
  ...change,
})

function openPeople(people: Person[], answers = {}) {
  return openPortal({
    screens: { [address]: <PeopleOfClient clientId={id} /> },
    address,
    role: 'employee',
    answers: { [`GET /clients/${id}/people`]: () => Response.json(people), ...answers },
  })
}

test('emergency contacts and guardians are in view, everyone else and those who no longer are is folded [T1295]', async () => {
  const yesterday = daysAfter(today(), -1)
  const { screen } = await openPeople([
    person('Sahra', { until: today() }),
    person('Fadumo', { relation: 'guardian' }),
    person('Hani', { until: yesterday }),
    person('Bo', { relation: 'landlord' }),
  ])
  const items = screen.getByRole('listitem')
  await expect.poll(() => items.elements()).toHaveLength(2)
  const until = (day: string) => `Until ${shortCalendarDate(day)}`
  await expect.element(items.first()).toMatchTextContent('Sahra Emergency contact')
  await expect.element(items.first()).toMatchTextContent(until(today()))
  await expect.element(items.nth(1)).toMatchTextContent('Fadumo Guardian')
  await screen.getByText('2 other people').click()
  await expect.poll(() => items.elements()).toHaveLength(4)
  await expect.element(items.nth(2)).toMatchTextContent('Hani Emergency contact')
  await expect.element(items.nth(2)).toMatchTextContent(until(yesterday))
  await expect.element(items.nth(3)).toMatchTextContent('Bo Landlord')
})

test('a person whom nobody asked about contact shows “Not asked”, and numbers and addresses are links [T1296]', async () => {
  const { screen } = await openPeople([
    person('Asked', { phone: '6125550187', mayContact: true }),
    person('Refused', { email: 'r@example.org', mayContact: false }),
    person('Not asked yet', { phone: '6125550188' }),
    person('Unreachable'),
  ])
  const items = screen.getByRole('listitem')
  await expect.element(items.first()).toMatchTextContent('(612) 555-0187 OK to contact')
  await expect.element(items.first()).not.toMatchTextContent('Not asked')
  await expect.element(items.nth(1)).toMatchTextContent('r@example.org Do not contact')
  await expect.element(items.nth(2)).toMatchTextContent('(612) 555-0188 OK to contact: Not asked')
  await expect.element(items.nth(3)).toMatchTextContent(/^Unreachable Emergency contact\s*Edit$/)
  await expect
    .element(items.first().getByRole('link', { name: '(612) 555-0187' }))
    .toHaveAttribute('href', 'tel:6125550187')
  await expect
    .element(items.nth(1).getByRole('link', { name: 'r@example.org' }))
    .toHaveAttribute('href', 'mailto:r@example.org')
})

test('a person is added with what was entered, whatever the notation of the number', async () => {
  const people: Person[] = []
  const sent: unknown[] = []
  const { screen } = await openPeople(people, {
    [`POST /clients/${id}/people`](body: object) {
      sent.push(body)
      people.push(person('Sahra Warsame', body))
      return Response.json(people[0], { status: 201 })
    },
  })
  await expect.element(screen.getByText('No people have been entered.')).toBeVisible()
  await screen.getByRole('button', { name: 'Add person' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Add person' })
  await dialog.getByLabelText('Relationship').selectOptions('Emergency contact')
  await dialog.getByLabelText('Name', { exact: true }).fill('Sahra Warsame')
  await dialog.getByLabelText('Phone').fill('(612) 555-0187')
  await expect.element(dialog.getByLabelText('OK to contact')).toHaveValue('')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.element(screen.getByRole('listitem')).toMatchTextContent('Sahra Warsame')
  expect(sent).toEqual([
    {
      ...{ relation: 'emergency', name: 'Sahra Warsame', phone: '6125550187', email: null, bornOn: null },
      ...{ mayContact: null, note: null, until: null },
    },
  ])
})
