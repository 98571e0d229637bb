import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { PDFDocument } from 'pdf-lib'
import { screenPath, signInPaths } from '#contract/paths.ts'
import { addContactMessage } from '#server/contact-messages/store.ts'
import { marker, paths, scripts, storableLines } from '#test/attacks/injected-texts.ts'
import { readCsv } from '#test/support/csv-reader.ts'
import { expect, openAs, searchList, test } from '#test/support/journey.ts'
import { amina, hodan } from '#test/support/people.ts'

/*
 * Hostile text in every field, on every screen that shows it. The fixture `pageProblems` also fails the test when the
 * content security policy had to block a script.
 */

/** Elements that only injected markup would add. */
const traces = [
  ...['img[src="x"]', 'svg[onload]', '[onerror]', '[onfocus]', 'iframe', 'base', 'main script', 'main style'],
  ...['math', 'form[action*="c4n4ry"]', '[srcdoc]', 'a[href^="javascript:" i]', 'a[href^="data:" i]'],
].join()

/** Waits until the page shows the hostile text, and expects it to be only text. */
async function expectPlainText(page: Page, state: string): Promise<void> {
  await expect(page.locator('main'), state).toContainText(marker)
  await expectNothingRan(page, state)
  await page.setViewportSize({ width: 320, height: 800 })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${state} scrolls sideways`).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 800 })
}

async function expectNothingRan(page: Page, state: string): Promise<void> {
  expect(await page.locator(traces).count(), state).toBe(0)
  expect(await page.evaluate(() => 'hacked' in window), state).toBe(false)
}

/** Expects all texts with their white space as typed. */
async function expectTexts(page: Page, texts: readonly string[]): Promise<void> {
  const textOfMain = () => page.locator('main').evaluate((main) => main.textContent ?? '')
  const missing = async () => {
    const all = await textOfMain()
    return texts.filter((text) => !all.includes(text))
  }
  await expect.poll(missing).toEqual([])
}

test('hostile text is shown as text on every screen and in every file [T423]', async ({ page, backend }) => {
  test.slow(true, 'opens many pages')
  const { api, token } = backend
  page.on('dialog', (dialog) => {
    throw new Error(`a dialog: ${dialog.message()}`)
  })
  const ids: string[] = []
  for (const [number, text] of storableLines.entries()) {
    const names = { firstName: text.slice(0, 100), lastName: text.slice(-100), address: text }
    ids.push((await api.send('POST', '/clients', token, { ...hodan, ...names })).body.id)
    const email = `hostile-${number}@example.org`
    if (number % 5 === 0) await api.send('POST', '/employees', token, { ...amina, ...names, email })
  }
  const id = ids[0] ?? ''
  for (const text of storableLines)
    await api.send('POST', `/clients/${id}/notes`, token, { text: `${text}\n${text}` })
  for (const text of storableLines)
    await addContactMessage(backend.db, { name: text, email: 'x@example.org', message: text }, new Date())

  await openAs(page, 'admin@example.org', screenPath('admin', 'dashboard'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectNothingRan(page, 'the dashboard')
  await lookAtClients(page, ids)

  await page.goto(screenPath('admin', 'clientNotesReport', id))
  await expectTexts(page, storableLines)
  await expectPlainText(page, 'the report')
  expect(await pagesOfPdf(page)).toBeGreaterThan(1)

  await page.goto(screenPath('admin', 'userManagement'))
  await expectPlainText(page, 'the employees')
  await page
    .getByRole('row')
    .filter({ hasText: marker })
    .getByRole('button', { name: 'Delete', exact: true })
    .first()
    .click()
  await expectPlainText(page, 'the question before an employee is deleted')
  await page.keyboard.press('Escape')
  await lookAtMessages(page)
})

async function lookAtClients(page: Page, ids: string[]): Promise<void> {
  await page.goto(screenPath('admin', 'clients'))
  await searchList(page, marker)
  await expectPlainText(page, 'the clients')
  await page.goto(screenPath('admin', 'clientDetails', ids[1]))
  await expectPlainText(page, 'a client')
  await page.goto(screenPath('admin', 'editClient', ids[1]))
  await expect(page.getByLabel('Address')).toHaveValue(new RegExp(marker))
  await expectNothingRan(page, 'a client to edit')
  await page.goto(screenPath('admin', 'clientNotes', ids[0]))
  await expectTexts(page, storableLines.slice(-10))
  await expectPlainText(page, 'the notes')
}

async function lookAtMessages(page: Page): Promise<void> {
  await page.goto(screenPath('admin', 'contactMessages'))
  await searchList(page, marker)
  await expectPlainText(page, 'the messages')
  const rows = page.getByRole('row').filter({ hasText: marker })
  await rows.first().getByRole('button', { name: 'Delete' }).click()
  await expectPlainText(page, 'the question before a message is deleted')
  await page.keyboard.press('Escape')
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  const [, ...lines] = readCsv(readFileSync(await csv.path(), 'utf8'))
  expect(lines).toHaveLength(storableLines.length)
  for (const [name = '', , message = ''] of lines) {
    expect(storableLines).toContain(name.replace(/^'(?=[\s\p{Cf}"'“”‘’]*[=+\-@＝＋－＠])/u, ''))
    for (const value of [name, message]) expect(value).not.toMatch(/^[\s"“”‘’]*[=+\-@＝＋－＠]/u)
  }
  expect(await pagesOfPdf(page)).toBeGreaterThan(1)
  await rows.first().getByRole('button', { name: 'Add as client' }).click()
  await expect(page.getByLabel('First Name')).toBeVisible()
  await expectNothingRan(page, 'a client made of a message')
}

async function pagesOfPdf(page: Page): Promise<number> {
  const [file] = await Promise.all([
    page.waitForEvent('download', { timeout: 0 }),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  return (await PDFDocument.load(readFileSync(await file.path()))).getPageCount()
}

test('hostile addresses become neither markup nor a way out', async ({ page, backend }) => {
  await openAs(page, await backend.employ('super-admin'), screenPath('admin', 'dashboard'))
  const inAddresses = [scripts[0], paths[0]]
  for (const screen of ['clients', 'userManagement', 'contactMessages'] as const) {
    const search = page.getByLabel(/search/i).first()
    for (const text of inAddresses) {
      const word = encodeURIComponent(text)
      await page.goto(
        `${screenPath('admin', screen)}?search=${word}&status=${word}&cursor=${word}&from=${word}`,
      )
      await expect(search).toBeVisible()
      await expectNothingRan(page, `${screen} with ${text} in the address`)
    }
    await search.fill(scripts[3])
    await expect(search).toHaveValue(scripts[3])
    await expectNothingRan(page, `${screen} searched`)
  }
  await page.goto(screenPath('admin', 'clientDetails', scripts[0]))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectNothingRan(page, 'a client with a hostile id')
  await page.goto(`${signInPaths.setPassword}?token=${encodeURIComponent(scripts[0])}`)
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
  await expectNothingRan(page, 'a link with a hostile token')
})
