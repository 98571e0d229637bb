import { readFileSync } from 'node:fs'
import type { Download, Locator, Page } from '@playwright/test'
import { publicPaths, screenPath } from '#contract/paths.ts'
import { addContactMessage } from '#server/contact-messages/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { readCsv } from '#test/support/csv-reader.ts'
import { expect, openAs, searchList, test } from '#test/support/journey.ts'
import { pdfLines, picturesIn } from '#test/support/pdf-text.ts'
import { hodan } from '#test/support/people.ts'

const messageList = screenPath('admin', 'contactMessages')
const superAdmin = 'admin@example.org'

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const link = (page: Page) => page.getByRole('link', { name: 'Message List', exact: true })

/** Adds messages of earlier days, which the form can't. */
async function addMessages(
  db: Connection,
  messages: readonly { name: string; email?: string; message?: string; at: string }[],
): Promise<void> {
  for (const { name, email = 'sender@example.org', message = 'Please call me.', at } of messages)
    await addContactMessage(db, { name, email, message }, new Date(at))
}

test('a message is found, read, made a client and deleted [T12]', async ({ page, backend }) => {
  await addMessages(backend.db, [
    { name: 'José García', email: 'jg@example.org', at: '2025-03-09T05:59:59.999Z' },
    { name: 'First Minute', at: '2025-03-09T06:00:00Z' },
    { name: 'Last Minute', at: '2025-03-10T04:59:59.999Z' },
    { name: 'Next Day', at: '2025-03-10T05:00:00Z' },
  ])
  await page.goto(publicPaths.contact)
  await page.getByLabel('Name', { exact: true }).fill('Ana María de la Cruz')
  await page.getByLabel('Email', { exact: true }).fill('ana@example.org')
  await page.getByLabel('Message', { exact: true }).fill('My lease ends.\n<b>Help</b>')
  await page.getByRole('button', { name: /^Send/ }).click()
  await expect(page.getByText('Message sent successfully!')).toBeVisible()

  const { body } = await backend.api.send('GET', '/contact/unread', backend.token)
  const unread = (less = 0) => `${body.count - less} unread`

  await openAs(page, superAdmin, messageList)
  const ana = rowOf(page, 'Ana María')
  await expect(page.getByRole('row').nth(1)).toContainText('Ana María de la Cruz')
  await expect(ana.getByText('Unread', { exact: true })).toBeVisible()
  await expect(ana.getByText('My lease ends.\n<b>Help</b>')).toBeVisible()
  await expect(link(page)).toHaveAccessibleDescription(unread())
  await ana.getByRole('button', { name: 'Mark as read' }).click()
  await expect(ana.getByText('Unread', { exact: true })).toHaveCount(0)
  await expect(link(page)).toHaveAccessibleDescription(unread(1))

  await page.getByLabel('From', { exact: true }).fill('2025-03-09')
  await page.getByLabel('To', { exact: true }).fill('2025-03-09')
  await expect(page.getByRole('rowheader')).toContainText(['Last Minute', 'First Minute'])
  await expect(page.getByText('2 messages found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()

  await addAsClient(page, ana)
  await searchList(page, 'jose')
  await expect(page).toHaveURL(new RegExp(`${messageList}$`))
  await deleteMessage(page, rowOf(page, 'José García'))
})

test('the messages found are downloaded as CSV and as PDF [T63]', async ({ page, backend }) => {
  await addMessages(backend.db, [
    { name: 'Formula', message: '=1+1', at: '2024-05-01T12:00:00Z' },
    { name: 'Nguyễn Thị Ánh', message: 'Łódź, Αθήνα, Київ\n"quoted" 🙂', at: '2024-05-02T12:00:00Z' },
    { name: 'فاطمة الزهراء', message: 'مرحبا\nنعم', at: '2024-05-02T12:00:00Z' },
    ...Array.from({ length: 60 }, (_, index) => ({ name: `Many ${index}`, at: '2024-05-04T12:00:00Z' })),
    { name: 'Day After', at: '2024-05-05T12:00:00Z' },
  ])
  await openAs(page, superAdmin, `${messageList}?from=2024-05-01&to=2024-05-04`)
  await expect(page.getByText('63 messages found')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('51–63 of 63')).toBeVisible()
  await expect(page.getByRole('rowheader')).toHaveCount(13)
  await expect(page.getByRole('rowheader').last()).toContainText('Formula')

  await page.route('**/api/contact/exports', (route) => route.abort())
  await page.getByRole('button', { name: 'Download CSV' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'Nothing was downloaded because the download couldn’t be logged.',
  )
  await page.unroute('**/api/contact/exports')
  const csv = await downloaded(page, page.getByRole('button', { name: 'Try again' }))
  expect(csv.suggestedFilename()).toBe('contact_messages.csv')
  const [, ...rows] = readCsv(readFileSync(await csv.path(), 'utf8'))
  expect(rows).toHaveLength(63)
  expect(rows.at(-1)?.[3]).toBe('2024-05-01 07:00:00')

  const pdf = await downloaded(page, page.getByRole('button', { name: 'Download PDF' }))
  expect(pdf.suggestedFilename()).toBe('contact_messages.pdf')
  const bytes = readFileSync(await pdf.path())
  const pages = await pdfLines(bytes)
  expect(pages.length).toBeGreaterThan(2)
  for (const [number, lines] of pages.entries()) {
    expect(lines).toEqual(expect.arrayContaining(['Name', 'Email', 'Message', 'Received']))
    expect(lines).toContain(`Page ${number + 1} of ${pages.length}`)
  }
  const lines = pages.flat()
  expect(lines).toEqual(expect.arrayContaining(['Nguyễn Thị Ánh', 'Łódź, Αθήνα, Київ', '=1+1']))
  // Texts with letters that the font lacks are images: the line with the emoji, and the three Arabic ones.
  expect(await picturesIn(bytes)).toBe(4)
  expect(lines.filter((line) => line.startsWith('Many '))).toHaveLength(60)
})

test('a message about an existing client becomes the draft of a note about them [T666]', async ({
  page,
  backend,
}) => {
  const lastName = `Cruz-${crypto.randomUUID().slice(0, 8)}`
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, { ...hodan, lastName })
  await addMessages(backend.db, [{ name: `Hodan ${lastName}`, at: new Date().toISOString() }])
  await openAs(page, await backend.employ('super-admin', `${lastName}@example.org`), messageList)
  const row = rowOf(page, lastName)
  await row.getByRole('button', { name: 'Add as client' }).click()
  // The message stays in view beside the form.
  const message = await page.getByRole('document', { name: 'The message' }).innerText()
  await page.getByLabel('Date of Birth').fill(hodan.dateOfBirth)
  await page.getByRole('button', { name: 'Use this record' }).click()
  await page.waitForURL(`**${screenPath('admin', 'clientNotes', client.id)}#new-note`)
  await expect(page.getByLabel('New Weekly Note')).toHaveValue(message)
  await page.goto(screenPath('admin', 'addClient'))
  await expect(page.getByLabel('First Name')).toHaveValue('')
})

/** Beside the unfinished client of before. */
async function addAsClient(page: Page, row: Locator): Promise<void> {
  await page.goto(screenPath('admin', 'addClient'))
  await page.getByLabel('First Name').fill('Begun')
  await link(page).click()
  await row.getByRole('button', { name: 'Add as client' }).click()
  await expect(page.getByText('You have an unfinished new client.')).toBeVisible()
  await expect(page.getByLabel('First Name')).toHaveValue('Ana María de la')
  await expect(page.getByLabel('Last Name')).toHaveValue('Cruz')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('ana@example.org')
  expect(page.url()).not.toMatch(/ana|cruz/i)
  await link(page).click()
}

async function deleteMessage(page: Page, row: Locator): Promise<void> {
  await row.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Are you sure you want to delete this message?')
  await expect(dialog).toContainText('José García')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  await expect(page.getByText('Message deleted.')).toBeVisible()
  await expect(page.locator('.list-count')).toBeFocused()
}

async function downloaded(page: Page, button: Locator): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return download
}
