import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { decodePDFRawStream, PDFDocument, type PDFPage, PDFRawStream } from 'pdf-lib'
import { screenPath } from '#contract/paths.ts'
import { writeDatedNotes } from '#test/support/dated-notes.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { holdRequests } from '#test/support/network.ts'
import { hodan } from '#test/support/people.ts'

const day = 24 * 60 * 60_000
/** At noon in Chicago. */
const writtenAt = (date: string) => new Date(`${date}T18:00:00Z`)
const report = (id?: string) => screenPath('admin', 'clientNotesReport', id)
const download = (page: Page) => page.getByRole('button', { name: 'Download PDF' })

/** Collects recorded exports and calls of the print dialog, in order. */
async function watchExports(page: Page): Promise<string[]> {
  const seen: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/notes/exports')) seen.push(`recorded ${request.postData()}`)
  })
  await page.exposeFunction('printed', () => seen.push('printed'))
  await page.addInitScript('window.print = () => window.printed()')
  return seen
}

/** Width and height in points of the images on a page of the PDF. */
function picturesOn(page: PDFPage): number[][] {
  const drawing = page.node.Contents()
  if (!(drawing instanceof PDFRawStream)) return []
  const steps = Buffer.from(decodePDFRawStream(drawing).decode()).toString('latin1')
  return [...steps.matchAll(/(\S+) 0 0 (\S+) \S+ \S+ cm\s+\/I\d+ Do/g)].map(([, width, height]) =>
    [width, height].map((length) => Math.round(Number(length))),
  )
}

test('a long report becomes a PDF of A4 pages, and can be canceled [T60]', async ({ page, backend }) => {
  test.slow(true, 'draws every page as a picture')
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, hodan)
  const author = await backend.employ('manager')
  const texts = [
    'Called the landlord.',
    'Toured two apartments 🙂\n\nللمرة الأولى',
    `Long. ${'Line.\n'.repeat(90)}`,
  ]
  await writeDatedNotes(
    backend,
    client.id,
    author,
    Array.from({ length: 45 }, (_, index) => ({
      text: texts[index === 22 ? 2 : index % 2] ?? '',
      writtenAt: new Date(Date.now() - index * day),
    })),
  )
  const seen = await watchExports(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await openAs(page, await backend.employ('super-admin'), report(client.id))
  await expect(page.getByRole('row')).toHaveCount(46)

  // Canceled before the PDF code is loaded, so certainly before the PDF is done.
  const goOn = await holdRequests(page, '**/make-report-pdf-*.js')
  await download(page).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  goOn()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  // The pages rendered for the PDF are kept from translators, too.
  const pagesForPdf = page.locator('[translate="no"]:not(#portal)').waitFor({ state: 'attached' })
  const file = page.waitForEvent('download', { timeout: 0 })
  await download(page).click()
  await pagesForPdf
  const saved = await file
  expect(saved.suggestedFilename()).toBe(`client-${client.id}-notes.pdf`)
  expect(seen).toEqual(Array(2).fill('recorded {"kind":"pdf","count":45}'))

  const bytes = await readFile(await saved.path())
  const pdf = await PDFDocument.load(bytes)
  const pages = pdf.getPages()
  // About 14 rows a page, and two more pages for the long note.
  expect(pages.length).toBeGreaterThan(3)
  expect(pages.length).toBeLessThan(9)
  for (const page of pages) {
    expect([Math.round(page.getWidth()), Math.round(page.getHeight())]).toEqual([595, 842])
    expect(picturesOn(page)).toEqual([[595, 842]])
  }
  expect(bytes.length).toBeLessThan(8_000_000)
  await expect(page.getByText(`The PDF with ${pages.length} pages is in your downloads.`)).toBeVisible()
})

test('a report is exported only if the export is recorded [T10]', async ({ page, backend }) => {
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, hodan)
  const author = await backend.employ('manager')
  await writeDatedNotes(backend, client.id, author, [
    { text: 'In January.', writtenAt: writtenAt('2026-01-31') },
    // Still January in Chicago.
    { text: 'Late at night.', writtenAt: new Date('2026-02-01T05:59:00Z') },
    { text: 'In February.', writtenAt: writtenAt('2026-02-01') },
  ])
  const seen = await watchExports(page)
  await openAs(page, await backend.employ('super-admin'), report())
  await expect(page.getByText('Client ID is missing in the route.')).toBeVisible()

  const notes = `**/api/clients/${client.id}/notes`
  await page.route(notes, (route) => route.abort())
  await page.goto(screenPath('admin', 'clientNotes', client.id))
  await page.getByRole('link', { name: 'Notes report' }).click()
  await expect(page.getByText('Unable to load notes. Please try again later.')).toBeVisible()
  await page.unroute(notes)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('row')).toHaveText([
    'DateAuthorNote',
    `Feb 1, 2026Super Admin ${author}In February.`,
    `Jan 31, 2026Super Admin ${author}Late at night.`,
    `Jan 31, 2026Super Admin ${author}In January.`,
  ])
  await expect(page.getByRole('table', { name: 'Client Notes Report' })).toBeVisible()
  await expect(page.getByText('Client ID:')).toBeVisible()
  await expect(page.getByText('February 29, 1988')).toBeVisible()
  await expect(page.getByRole('definition')).toContainText(['Hodan Warsame', client.id, 'All', '3'])

  await page.getByLabel('To').fill('2026-01-31')
  await expect(page).toHaveURL(/\?to=2026-01-31$/)
  await page.getByLabel('From').fill('2026-02-01')
  await expect(page.getByText('The end date is before the start date.')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(0)
  await expect(download(page)).toBeDisabled()
  await page.getByLabel('From').fill('2026-01-31')
  await expect(page.getByText('Jan 31, 2026 – Jan 31, 2026: 2 notes')).toHaveRole('status')
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(3)

  await page.route('**/notes/exports', (route) => route.abort())
  await page.getByRole('button', { name: 'Print Report' }).click()
  await expect(
    page.getByText('The report was not printed because the print couldn’t be logged.'),
  ).toBeVisible()
  await download(page).click()
  await expect(page.getByText('The PDF was not created because the export couldn’t be logged.')).toBeVisible()
  expect(seen.filter((event) => event === 'printed')).toEqual([])
  await page.unroute('**/notes/exports')
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  // As after an update, which removes the chunk.
  await page.route('**/make-report-pdf-*.js', (route) => route.fulfill({ status: 404 }))
  await tryAgain.click()
  await expect(
    page.getByText('Check your connection and try again. If that does not help, reload the page.'),
  ).toBeVisible()
  await page.unroute('**/make-report-pdf-*.js')
  const file = page.waitForEvent('download', { timeout: 0 })
  await tryAgain.click()
  await file
  seen.length = 0
  await page.getByRole('button', { name: 'Print Report' }).click()
  await expect.poll(() => seen).toEqual(['recorded {"kind":"print","count":2}', 'printed'])

  await page.emulateMedia({ media: 'print' })
  await expect(download(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print Report' })).toBeHidden()
})

test('a report is read again before it is printed or exported [T314]', async ({ page, backend }) => {
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, hodan)
  const addNote = (text: string) =>
    backend.api.send('POST', `/clients/${client.id}/notes`, backend.token, { text })
  await addNote('First visit.')
  const seen = await watchExports(page)
  await openAs(page, await backend.employ('super-admin'), report(client.id))
  await expect(page.getByRole('row')).toHaveCount(2)
  await addNote('By a colleague.')
  const notes = `**/api/clients/${client.id}/notes`
  await page.route(notes, (route) => route.abort())
  await page.getByRole('button', { name: 'Print Report' }).click()
  await expect(
    page.getByText('The report was not printed because the notes could not be read again.'),
  ).toBeVisible()
  expect(seen).toEqual([])
  await page.unroute(notes)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => seen).toEqual(['recorded {"kind":"print","count":2}', 'printed'])
  await expect(page.getByRole('row')).toHaveCount(3)

  await addNote('By another one.')
  const file = page.waitForEvent('download', { timeout: 0 })
  await download(page).click()
  await file
  expect(seen.at(-1)).toBe('recorded {"kind":"pdf","count":3}')
  await expect(page.getByRole('row')).toHaveCount(4)
})
