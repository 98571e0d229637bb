import '#ui/foundation.css'
import { expect, test } from 'vitest'
import type { Role } from '#contract/access/roles.ts'
import type { Authorization } from '#contract/authorizations/endpoints.ts'
import { daysAfter } from '#contract/calendar-date.ts'
import { monthAndDay, shortCalendarDate, today } from '#portal/screen/dates.ts'
import { exampleClient } from '#test/support/people.ts'
import { type Answers, openPortal } from '#test/support/portal-screen.tsx'
import { AuthorizationsOfClient } from './authorizations-of-client.tsx'
import { whatIsLeft } from './what-is-left.tsx'

const { id } = exampleClient
const year = today().slice(0, 4)
const [firstDay, lastDay] = [`${year}-01-01`, `${year}-12-31`]

const authorization = (change: Partial<Authorization> = {}): Authorization => ({
  ...{ _id: 'a1', id: 'a1', clientId: id, payer: 'Hennepin County', number: '4711' },
  ...{ service: 'housingTransition', startsOn: firstDay, endsOn: lastDay, minutes: 600, comment: null },
  ...{ mistaken: null, usedMinutes: 340, remainingMinutes: 260, unmeasured: 0, warnings: [] },
  ...{ createdAt: '2026-01-05T15:00:00Z', createdBy: 'omar@example.org', editedAt: null, editedBy: null },
  version: 1,
  ...change,
})

function openAuthorizations(found: Authorization[], role: Role = 'manager', answers: Answers = {}) {
  const address = `/manager/client-details/${id}`
  return openPortal({
    screens: { [address]: <AuthorizationsOfClient clientId={id} /> },
    address,
    role,
    answers: { [`GET /clients/${id}/authorizations`]: () => Response.json(found), ...answers },
  })
}

test('an authorization says how much was used and is left, with a bar, and what to watch [T1262]', async () => {
  const [endsOn, later] = [daysAfter(today(), 10), daysAfter(today(), 100)]
  const { screen } = await openAuthorizations([
    authorization({ endsOn, comment: 'Renewal requested.', unmeasured: 2, warnings: ['ends-soon'] }),
    authorization({
      ...{ id: 'a2', number: null, usedMinutes: 500, remainingMinutes: 100 },
      ...{ warnings: ['low'], endsOn: later },
    }),
    authorization({ id: 'a3', usedMinutes: 1240, remainingMinutes: -640, warnings: ['used-up'] }),
    authorization({ id: 'a4', minutes: null, remainingMinutes: null, usedMinutes: 1 }),
    authorization({ id: 'a5', mistaken: true, usedMinutes: 0, remainingMinutes: 600 }),
  ])
  const items = screen.getByRole('listitem')
  await expect
    .element(items.first())
    .toMatchTextContent('Housing Transition, Hennepin County, number 4711 Ends in 10 days')
  const starts = `From ${shortCalendarDate(firstDay)} · Renewal requested.`
  await expect.element(items.first()).toMatchTextContent(starts)
  const first = '340 of 600 minutes used, 260 left · 2 notes without minutes'
  await expect.element(items.first()).toMatchTextContent(first)
  await expect
    .element(items.nth(1))
    .toMatchTextContent(/Housing Transition, Hennepin County · Ends .*Almost used up/)
  await expect.element(items.nth(2)).toMatchTextContent(/Used up.*1,240 of 600 minutes used, 640 over/)
  await expect.element(items.nth(3)).toMatchTextContent('1 minute used, paid by the month')
  await expect.element(items.nth(4)).toMatchTextContent('Entered by mistake')
  await expect.element(items.nth(4)).not.toMatchTextContent('minutes')
  const bars = items.elements().map((item) => item.querySelector('meter'))
  expect(bars.map((bar) => bar && bar.value / bar.max)).toEqual([340 / 600, 500 / 600, 1, null, null])
  for (const bar of bars) if (bar) expect(bar.getBoundingClientRect().width).toBeGreaterThan(100)
})

test('an employee reads authorizations and can’t change them', async () => {
  const { screen } = await openAuthorizations([authorization()], 'employee')
  await expect.element(screen.getByText('340 of 600 minutes used, 260 left')).toBeVisible()
  expect(screen.getByRole('button').elements()).toEqual([])
})

test('an overlap is refused with the other one’s days, and nothing typed is lost [T1263]', async () => {
  const message =
    'Authorization 4711 covers Jan 1, 2026 to Jun 30, 2026 for this service. Choose days that don’t overlap.'
  const sent: object[] = []
  const { screen } = await openAuthorizations([], 'manager', {
    [`POST /clients/${id}/authorizations`](body) {
      sent.push(body as object)
      return Response.json({ code: 'authorization-overlaps', message }, { status: 409 })
    },
  })
  await expect.element(screen.getByText('No authorizations have been entered.')).toBeVisible()
  await screen.getByRole('button', { name: 'Add authorization' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Add authorization' })
  await dialog.getByLabelText('Payer').fill('Ramsey County')
  await dialog.getByLabelText('Service').selectOptions('Housing Sustaining')
  await dialog.getByLabelText('Starts on').fill('2026-06-01')
  await dialog.getByLabelText('Ends on').fill('2026-12-31')
  await dialog.getByLabelText('Minutes').fill('600')
  expect(dialog.getByLabelText('Entered by mistake').elements(), 'of a new one').toEqual([])
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(message)
  await expect.element(dialog.getByLabelText('Payer')).toHaveValue('Ramsey County')
  await expect.element(dialog.getByLabelText('Ends on')).toHaveValue('2026-12-31')
  expect(sent).toMatchObject([{ service: 'housingSustaining', minutes: 600, number: null }])
})

test('a box says that an authorization was entered by mistake, and takes that back', async () => {
  let stored = authorization()
  const sent: unknown[] = []
  const { screen } = await openAuthorizations([], 'admin', {
    [`GET /clients/${id}/authorizations`]: () => Response.json([stored]),
    'PUT /authorizations/a1'(body) {
      const edit = body as Authorization
      sent.push(edit.mistaken)
      stored = { ...stored, ...edit, version: stored.version + 1 }
      return Response.json(stored)
    },
  })
  const item = screen.getByRole('listitem')
  for (const _ of ['ticked', 'unticked']) {
    await item.getByRole('button', { name: 'Edit' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Edit authorization' })
    await dialog.getByRole('checkbox', { name: 'Entered by mistake' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => dialog.elements()).toEqual([])
  }
  await expect.element(item).toMatchTextContent('260 left')
  expect(sent).toEqual([true, null])
})

const other = authorization({ id: 'a2', number: null, startsOn: `${Number(year) + 1}-01-01` })

test.each([
  [{}, `Authorization 4711: 260 of 600 minutes left, through Dec 31`, false],
  [{ number: null }, 'Authorization from Hennepin County: 260 of 600 minutes left, through Dec 31', false],
  [{ endsOn: '2099-06-30' }, 'Authorization 4711: 260 of 600 minutes left, through Jun 30, 2099', false],
  [{ minutes: null, remainingMinutes: null }, 'Authorization 4711: paid by the month, through Dec 31', false],
  [{ remainingMinutes: 0 }, 'Authorization 4711: all 600 minutes used, through Dec 31', true],
  [{ remainingMinutes: -40 }, 'Authorization 4711: all 600 minutes used, 40 over, through Dec 31', true],
  [
    { endsOn: daysAfter(firstDay, -1), startsOn: '2020-01-01' },
    `No authorization for Housing Transition covers ${monthAndDay(today())}: Authorization 4711 ended ${shortCalendarDate(daysAfter(firstDay, -1))}`,
    true,
  ],
  [
    { startsOn: '2098-01-01', endsOn: '2099-06-30' },
    `No authorization for Housing Transition covers ${monthAndDay(today())}: Authorization from Hennepin County starts ${shortCalendarDate(other.startsOn)}`,
    true,
  ],
] as const)('with %o, a note about today reads %s [T1264]', (change, text, isWarning) => {
  const found = [authorization(change), { ...other, endsOn: `${Number(year) + 1}-12-31` }]
  expect(whatIsLeft(found, 'housingTransition', today())).toEqual({ text, isWarning })
})

test.each([
  ['another service', { service: 'housingSustaining' }],
  ['one entered by mistake', { mistaken: true }],
])('an authorization for %s says nothing about a note', (_, change) => {
  expect(whatIsLeft([authorization(change)], 'housingTransition', today())).toBeUndefined()
})
