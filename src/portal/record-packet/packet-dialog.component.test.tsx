import { expect, test } from 'vitest'
import { daysAfter } from '#contract/calendar-date.ts'
import type { Client } from '#contract/clients/schema.ts'
import { longCalendarDate, shortCalendarDate, today } from '#portal/screen/dates.ts'
import { exampleClient } from '#test/support/people.ts'
import { openPortal } from '#test/support/portal-screen.tsx'
import { PacketDialog } from './packet-dialog.tsx'

const { id } = exampleClient
const [yesterday, tomorrow] = [daysAfter(today(), -1), daysAfter(today(), 1)]

const release = {
  ...{ clientId: id, kind: 'release', purpose: null, where: null, signedOn: '2025-03-05' },
  ...{ expiresOn: null as string | null, revokedOn: null as string | null, version: 1 },
}

/** The dialog for a client with these releases; without any, the server can't list them. */
async function openDialog(releases?: (Partial<typeof release> & { to: string })[]) {
  const sent: object[] = []
  const papers = releases?.map((paper, number) => ({ ...release, id: `p${number}`, ...paper }))
  const { screen } = await openPortal({
    screens: { '/': <PacketDialog client={exampleClient as Client} onClose={() => {}} /> },
    address: '/',
    role: 'super-admin',
    answers: {
      ...(papers && { [`GET /clients/${id}/papers`]: () => Response.json(papers) }),
      [`GET /clients/${id}/disclosures`]: () => Response.json([]),
      [`POST /clients/${id}/packet`](body) {
        sent.push(body as object)
        const fields = { basis: 'Enter why the record may be shared' }
        return (body as { basis?: string }).basis
          ? new Response('PK', { headers: { 'content-type': 'application/zip' } })
          : Response.json({ code: 'invalid-input', message: fields.basis, fields }, { status: 400 })
      },
    },
  })
  const make = screen.getByRole('button', { name: 'Create packet' })
  const basis = screen.getByLabelText('Why the record may be shared')
  return { screen, sent, make, basis, recipient: screen.getByLabelText('Recipient') }
}

test('offers the valid releases with their dates, and asks for a basis only without one [T1094]', async () => {
  const { screen, sent, make, basis, recipient } = await openDialog([
    { to: 'Hennepin County', expiresOn: tomorrow },
    { to: 'Landlord' },
    { to: 'Ramsey County', expiresOn: yesterday },
    { to: 'Clinic', revokedOn: yesterday },
  ])
  const offered = screen.getByRole('list', { name: 'Or choose a valid release:' }).getByRole('button')
  await expect.element(offered.first()).toBeVisible()
  expect(offered.elements().map(({ textContent }) => textContent)).toEqual([
    `Hennepin County, signed Mar 5, 2025, expires ${shortCalendarDate(tomorrow)}`,
    'Landlord, signed Mar 5, 2025',
  ])
  expect(basis.elements()).toEqual([])
  await recipient.fill('Ramsey County')
  const ended = `The release to this recipient expired on ${longCalendarDate(yesterday)}.`
  await expect.element(screen.getByText(ended)).toBeVisible()
  await screen.getByLabelText('Purpose').fill('Review')
  await make.click()
  await expect.element(screen.getByText('Enter why the record may be shared').first()).toBeVisible()
  await expect.element(basis).toHaveFocus()
  await basis.fill('Court order')
  await recipient.fill(' hennepin county')
  await expect.element(offered.first()).toHaveAttribute('aria-pressed', 'true')
  expect(basis.elements()).toEqual([])
  await offered.nth(1).click()
  await expect.element(recipient).toHaveValue('Landlord')
  await make.click()
  await expect.poll(() => sent).toMatchObject([{ recipient: 'Landlord', purpose: 'Review', basis: null }])
})

test('asks for a basis once the server does, if the releases could not be loaded', async () => {
  const { screen, sent, make, basis, recipient } = await openDialog()
  await recipient.fill('Hennepin County')
  await screen.getByLabelText('Purpose').fill('Review')
  await make.click()
  await basis.fill('Court order')
  await make.click()
  await expect.poll(() => sent).toMatchObject([{ basis: null }, { basis: 'Court order' }])
})
