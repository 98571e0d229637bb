import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type Area, screenPath } from '#contract/paths.ts'
import { today } from '#portal/screen/dates.ts'
import { exampleNote, failed, pageOf } from '#test/support/note-screens.tsx'
import { exampleClient } from '#test/support/people.ts'
import { openArea } from '#test/support/portal-area.tsx'

const { id } = exampleClient

test('the service log shows what an auditor would ask about, and is downloaded [T664]', async () => {
  const logged = {
    ...exampleNote({ text: 'Called about the lease.' }),
    ...{ client: exampleClient, findings: ['unsigned', 'missing-facts'] },
  }
  const answers = {
    'POST /notes/search': (body: unknown) =>
      pageOf((body as { finding?: string }).finding === 'overlap' ? [] : [logged]),
    'POST /notes/export': () => new Response('Date,Note'),
    'POST /clients/search': () => pageOf([]),
    'GET /workers': () => Response.json([]),
  }
  const search = async (role: 'employee' | 'super-admin', area: Area) => {
    const opened = await openArea({ role, address: screenPath(area, 'profile'), answers })
    await opened.screen.getByRole('button', { name: /^Search/ }).click()
    await opened.screen.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('service log')
    return opened
  }
  // An employee has no such screen in the palette.
  const employee = await search('employee', 'manager')
  await expect.element(employee.screen.getByText(/^Nothing found\./)).toBeVisible()
  await employee.screen.unmount()

  const { screen, router } = await search('super-admin', 'admin')
  await expect.element(screen.getByRole('option')).toMatchTextContent('Service log')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('heading', { name: 'Service log' })).toHaveFocus()
  const row = screen.getByRole('row').filter({ hasText: 'Called about the lease.' })
  await expect.element(row).toMatchTextContent('Not signed')
  await expect.element(row).toMatchTextContent('Date, duration or contact missing')
  await screen.getByLabelText('Flags').selectOptions('Times overlap')
  await expect.element(screen.getByText('No notes match')).toBeVisible()
  expect(router.state.location.search).toBe('?finding=overlap')
  await screen.getByRole('button', { name: 'Clear Filters' }).first().click()
  await expect.element(row).toBeVisible()

  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await screen.getByRole('button', { name: 'Download CSV' }).click()
  await expect.element(screen.getByText('The CSV file is in your downloads.')).toBeVisible()
  const file = `service-log-${today().slice(0, 7)}-01-${today()}.csv`
  expect(saved.mock.contexts.map((link) => (link as HTMLAnchorElement).download)).toEqual([file])
  saved.mockRestore()
  await row.getByRole('link').click()
  expect(router.state.location).toMatchObject({
    pathname: screenPath('admin', 'clientNotes', id),
    hash: '#note-n1',
  })
  await screen.unmount()

  const address = `${screenPath('admin', 'serviceLog')}?finding=overlap`
  const again = await openArea({ role: 'super-admin', address, answers })
  await expect.element(again.screen.getByLabelText('Flags')).toHaveValue('overlap')
})

test('a period that is too long keeps its dates and is not read; a search that failed says why [T1034]', async () => {
  const { screen, requests } = await openArea({
    role: 'super-admin',
    address: `${screenPath('admin', 'serviceLog')}?from=2020-01-01&to=2026-01-01`,
    answers: { 'POST /notes/search': failed('too-slow', 503), 'GET /workers': () => Response.json([]) },
  })
  await expect
    .element(screen.getByText('The end date is too late: a period has at most 366 days'))
    .toBeVisible()
  await expect.element(screen.getByLabelText('From')).toHaveValue('2020-01-01')
  await expect.element(screen.getByRole('button', { name: 'Download CSV' })).toBeDisabled()
  expect(requests).not.toContain('POST /notes/search')

  await screen.getByLabelText('To').fill('2020-12-31')
  await expect.element(screen.getByText('Too much to do.')).toBeVisible()
  await expect.element(screen.getByLabelText('From')).toHaveValue('2020-01-01')
  await expect.element(screen.getByLabelText('To')).toHaveValue('2020-12-31')
  expect(requests.filter((request) => request === 'POST /notes/search')).toHaveLength(1)
})
