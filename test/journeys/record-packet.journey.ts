import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { screenPath } from '#contract/paths.ts'
import { packetParts } from '#contract/record-packet/fields.ts'
import { violations } from '#test/support/accessibility.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { hodan } from '#test/support/people.ts'

/* A super-admin hands out a client's record. */

test('from the client’s page to the files, which are then listed as a disclosure [T713]', async ({
  page,
  backend,
}) => {
  const { api, token } = backend
  const { body: client } = await api.send('POST', '/clients', token, hodan)
  for (const [serviceDate, text] of [
    ['2026-01-15', 'Toured two apartments.'],
    ['2026-02-15', 'Signed the lease.'],
  ])
    await api.send('POST', `/clients/${client.id}/notes`, token, { text, serviceDate })
  await openAs(page, 'admin@example.org', screenPath('admin', 'clientDetails', client.id))
  const card = page.getByRole('region', { name: 'Disclosures' })
  await expect(card).toContainText('This record has not been shared.')
  const open = card.getByRole('button', { name: 'Record packet' })
  await open.click()

  const dialog = page.getByRole('dialog', { name: 'Record packet' })
  await expect(dialog).toContainText('Share only what the release or the law allows.')
  const others = Object.keys(packetParts).length - 1
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(others)
  await expect(dialog.getByRole('checkbox', { name: 'Who has seen this record' })).not.toBeChecked()
  const make = dialog.getByRole('button', { name: 'Create packet' })
  await make.click()
  await expect(dialog).toContainText('Enter the recipient')
  expect(await violations(page, { within: 'dialog' })).toEqual([])
  await dialog.getByLabel('Recipient').fill('Hennepin County District Court')
  await dialog.getByLabel('Purpose').fill('Subpoena of March 2')
  await dialog.getByLabel('Why the record may be shared').fill('Court order 27-CV')
  await dialog.getByLabel('From').fill('2026-02-01')
  const downloading = page.waitForEvent('download')
  await make.click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^record-[0-9a-f]{8}-[\d-]{10}\.zip$/)
  await expect(page.getByText('The record packet is in your downloads.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(open).toBeFocused()
  const listed = [
    'Hennepin County District Court',
    'Subpoena of March 2',
    'Shared because: Court order 27-CV',
    'from Feb 1, 2026',
  ]
  for (const said of listed) await expect(card).toContainText(said)

  const files = unzipSync(readFileSync(await download.path()))
  expect(Object.keys(files)).toEqual(['record.json', 'record.pdf', 'README.txt', 'SHA256SUMS'])
  const record = JSON.parse(Buffer.from(files['record.json'] ?? []).toString())
  expect(record.notes.map(({ text }: { text: string }) => text)).toEqual(['Signed the lease.'])
  expect(record.packet.leftOut.notes).toBe(1)
})
