import { readFile } from 'node:fs/promises'
import { decodePDFRawStream, PDFDocument, type PDFPage, PDFRawStream } from 'pdf-lib'
import { screenPath } from '#contract/paths.ts'
import { expect, openAs, test } from '#test/support/journey.ts'
import { holdRequests } from '#test/support/network.ts'
import { hodan } from '#test/support/people.ts'

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
  const { api, token } = backend
  const { body: client } = await api.send('POST', '/clients', token, hodan)
  for (const text of [`Long. ${'Line.\n'.repeat(60)}`, 'Toured two apartments 🙂\n\nللمرة الأولى'])
    await api.send('POST', `/clients/${client.id}/notes`, token, { text })
  const recorded: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/notes/exports')) recorded.push(request.postDataJSON())
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  await openAs(page, 'admin@example.org', screenPath('admin', 'clientNotesReport', client.id))
  await expect(page.getByRole('row')).toHaveCount(3)
  const download = page.getByRole('button', { name: 'Download PDF' })
  const code = '**/make-report-pdf-*.js'

  // As after an update, which removes the chunk.
  await page.route(code, (route) => route.fulfill({ status: 404 }))
  await download.click()
  await expect(
    page.getByText('Check your connection and try again. If that does not help, reload the page.'),
  ).toBeVisible()
  await page.unroute(code)
  // Canceled before the PDF code is loaded, so certainly before the PDF is done.
  const goOn = await holdRequests(page, code)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  goOn()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  // The pages rendered for the PDF are kept from translators, too.
  const pagesForPdf = page.locator('[translate="no"]:not(#portal)').waitFor({ state: 'attached' })
  const file = page.waitForEvent('download')
  await download.click()
  await pagesForPdf
  const saved = await file
  expect(saved.suggestedFilename()).toBe(`client-${client.id}-notes.pdf`)
  expect(recorded).toEqual(Array(3).fill({ kind: 'pdf', count: 2 }))

  const bytes = await readFile(await saved.path())
  const pages = (await PDFDocument.load(bytes)).getPages()
  expect(pages).toHaveLength(2)
  for (const page of pages) {
    expect([Math.round(page.getWidth()), Math.round(page.getHeight())]).toEqual([595, 842])
    expect(picturesOn(page)).toEqual([[595, 842]])
  }
  // A million for each page.
  expect(bytes.length).toBeLessThan(2_000_000)
  await expect(page.getByText('The PDF with 2 pages is in your downloads.')).toBeVisible()
})
