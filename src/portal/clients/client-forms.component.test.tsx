import '#ui/foundation.css'
import { expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { screenPath } from '#contract/paths.ts'
import { exampleClient } from '#test/support/people.ts'
import { openArea } from '#test/support/portal-area.tsx'

const { id } = exampleClient

/** Presses Tab once for each, and expects that it has this accessible name. */
async function expectNext(...names: string[]): Promise<void> {
  for (const name of names) {
    await userEvent.tab()
    await expect.element(document.activeElement as HTMLElement).toHaveAccessibleName(name)
  }
}

test('a client is added by keyboard, mistakes are announced [T107]', async () => {
  const office = Object.assign(document.createElement('meta'), { name: 'organization-email' })
  office.content = 'office@example.org'
  document.head.append(office)
  onTestFinished(() => office.remove())
  const sent: unknown[] = []
  const { screen, router } = await openArea({
    role: 'manager',
    address: screenPath('manager', 'addClient'),
    answers: {
      'GET /workers': () => Response.json([]),
      'POST /clients/similar': () => Response.json([]),
      'POST /clients/search': () => Response.json({ items: [], total: 0, nextCursor: null }),
      'POST /clients'(body) {
        sent.push(body)
        return Response.json(exampleClient, { status: 201 })
      },
    },
  })
  const first = screen.getByLabelText('First Name')
  await expect.element(first).toBeVisible()
  const liveRegions = () => [...document.querySelectorAll('[aria-live="polite"]')]
  const before = liveRegions()
  ;(first.element() as HTMLElement).focus()
  await expectNext('Last Name')
  // Announced in a live region that was there before, although focus has moved.
  await expect.poll(() => before.some((region) => region.textContent === 'First name is required')).toBe(true)
  expect(liveRegions()).toEqual(before)
  await expect.element(first).toHaveAccessibleDescription('First name is required')
  await expect.element(first).toHaveAttribute('aria-invalid', 'true')
  await userEvent.tab({ shift: true })
  await userEvent.keyboard('Pa Houa')
  await expectNext('Last Name')
  await userEvent.keyboard('Vang{Tab}02291988')
  await expect.element(screen.getByLabelText('Date of Birth')).toHaveValue('1988-02-29')
  const phone = screen.getByLabelText('Phone')
  // The date has stops for each of its parts.
  for (let stop = 0; stop < 6 && document.activeElement !== phone.element(); stop++) await userEvent.tab()
  await expect.element(phone).toHaveFocus()
  await expect.element(phone).toHaveAccessibleDescription('10 to 15 digits. Spaces and dashes are fine.')
  await phone.fill('(612) 555-0142')
  await expectNext('Email')
  await screen.getByLabelText('Email', { exact: true }).fill('pa.houa@example.org')
  await expectNext('Use the office’s email', 'Address')
  await screen.getByLabelText('Address').fill('No fixed address')
  await expectNext('Status')
  await userEvent.keyboard('A')
  await expectNext('Service')
  // Typing a letter again selects the next option that begins with it.
  await userEvent.keyboard('HH')
  // A tab stop only once the last field is checked.
  await expect.element(screen.getByRole('button', { name: 'Add Client' })).toBeEnabled()
  await expectNext('Worker', 'More about this person', 'Add Client')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Client added successfully!')).toBeVisible()
  await expect.poll(() => router.state.location.pathname).toBe(screenPath('manager', 'clients'))
  await expect.element(screen.getByRole('heading', { name: 'Client Management' })).toHaveFocus()
  expect(sent).toMatchObject([
    {
      ...{ firstName: 'Pa Houa', lastName: 'Vang', dateOfBirth: '1988-02-29', phone: '6125550142' },
      ...{ email: 'pa.houa@example.org', address: 'No fixed address' },
      ...{ status: 'active', service: 'Housing Sustaining' },
    },
  ])
})

test('a discharge takes date and reason, another status gets them afterwards or is undone [T552]', async () => {
  let client = { ...exampleClient } as Record<string, unknown>
  let isAway = false
  const facts = { on: '2025-12-20', reason: 'Back from Iowa.' }
  const change = { by: 'm@example.org', byName: 'Mia Berg' }
  const history: object[] = [
    { from: 'pending', to: 'active', at: '2026-01-02T15:00:00Z', ...facts, ...change },
  ]
  const sent: unknown[] = []
  const { screen } = await openArea({
    role: 'employee',
    address: screenPath('manager', 'clientDetails', id),
    answers: {
      [`GET /clients/${id}`]: () => Response.json(client),
      [`GET /clients/${id}/status-history`]: () => Response.json(history),
      [`GET /clients/${id}/notes?limit=25`]: () => Response.json({ items: [], total: 0, nextCursor: null }),
      [`PUT /clients/${id}`](body) {
        if (isAway) return Response.json({ code: 'busy', message: 'Too much to do.' }, { status: 400 })
        const { status, statusOn, statusReason, version } = body as Record<string, unknown>
        sent.push({ status, statusOn, statusReason, version })
        const facts = { statusOn: undefined, statusReason: undefined }
        client = { ...client, ...(body as object), ...facts, version: Number(client.version) + 1 }
        history.unshift({
          ...{ from: 'active', to: status, at: new Date().toISOString() },
          ...{ on: statusOn ?? null, reason: statusReason ?? null, ...change },
        })
        return Response.json(client)
      },
    },
  })
  const choose = async (status: string) => {
    await screen.getByRole('button', { name: 'Change status' }).click()
    await screen.getByRole('button', { name: status, exact: true }).click()
  }
  await choose('Inactive')
  await expect.element(screen.getByText(/is now inactive\./)).toBeVisible()
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.element(screen.getByText(/is now active\./)).toBeVisible()
  await choose('Pending')
  await screen.getByRole('button', { name: 'Add date and reason' }).click()
  const added = screen.getByRole('dialog', { name: 'Add date and reason' })
  await expect.element(added.getByRole('button', { name: 'Save' })).toBeDisabled()
  await added.getByLabelText('Pending since').fill('2026-01-04')
  await added.getByLabelText('Reason').fill('Waiting for a place.')
  await added.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Pending since Jan 4, 2026')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Change status' })).toHaveFocus()
  await choose('Discharged')
  const dialog = screen.getByRole('dialog', { name: 'Discharge client' })
  await dialog.getByLabelText('Discharge date').fill('2026-01-05')
  await dialog.getByLabelText('Reason').fill('Moved in \u202ewith family.')
  isAway = true
  await dialog.getByRole('button', { name: 'Discharge' }).click()
  await expect.element(dialog.getByText(/^Failed to update client\./)).toBeVisible()
  await expect.element(dialog.getByLabelText('Reason')).toHaveValue('Moved in with family.')
  isAway = false
  await dialog.getByRole('button', { name: 'Discharge' }).click()
  await expect.element(screen.getByText('Discharged since Jan 5, 2026')).toBeVisible()
  await expect.element(screen.getByText(/Moved in with family\./)).toBeVisible()
  expect(sent).toMatchObject([
    { status: 'inactive', version: 1 },
    { status: 'active', statusOn: '2025-12-20', statusReason: 'Back from Iowa.', version: 2 },
    { status: 'pending', statusOn: undefined, version: 3 },
    { status: 'pending', statusOn: '2026-01-04', statusReason: 'Waiting for a place.', version: 4 },
    { status: 'discharged', statusOn: '2026-01-05', statusReason: 'Moved in with family.', version: 5 },
  ])
})
