import type { Locator, Page } from '@playwright/test'
import { ownArea } from '#contract/access/areas.ts'
import { type Role, roles } from '#contract/access/roles.ts'
import { screenPath, signInPaths } from '#contract/paths.ts'
import { expectAccessible } from '#test/support/accessibility.ts'
import { writeDatedNotes } from '#test/support/dated-notes.ts'
import { expect, fillInLogin, openAs, reloadWithDraft, test } from '#test/support/journey.ts'
import { dropResponses } from '#test/support/network.ts'
import { hodan } from '#test/support/people.ts'

const minute = 60_000
const day = 24 * 60 * minute
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds)
const notesOn = (page: Page) => page.getByRole('main').getByRole('listitem')
const noteWith = (page: Page, text: string) => notesOn(page).filter({ hasText: text })
const edit = (note: Locator) => note.getByRole('button', { name: 'Edit', exact: true })

/** The roles that may change a note, by its age in days. */
const ages: Record<number, readonly Role[]> = {
  29: ['super-admin', 'admin', 'manager'],
  30: ['super-admin', 'admin'],
  90: ['super-admin'],
}

test('a note can be changed while role and age allow it [T58]', async ({ page, backend }) => {
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, hodan)
  const manager = await backend.employ('manager')
  // A minute older, so that the age in days does not change during the test.
  const notes = Object.keys(ages).map((age) => ({
    text: `Note of ${age} days.`,
    writtenAt: ago(Number(age) * day + minute),
  }))
  const closing = { text: 'Closes soon.', writtenAt: ago(30 * day - 10 * minute) }
  await writeDatedNotes(backend, client.id, manager, [...notes, closing])
  for (const role of roles) {
    await openAs(page, await backend.employ(role), screenPath(ownArea(role), 'clientNotes', client.id))
    await expect(page.getByText('4 total')).toBeVisible()
    for (const [age, may] of Object.entries(ages)) {
      const note = noteWith(page, `Note of ${age} days.`)
      const count = may.includes(role) ? 1 : 0
      await expect(edit(note), `${role}, ${age} days`).toHaveCount(count)
      await expect(note.getByRole('button', { name: 'Delete' })).toHaveCount(count)
    }
    await expect(page.getByRole('link', { name: 'Notes report' })).toHaveCount(role === 'super-admin' ? 1 : 0)
  }

  await page.clock.install()
  await openAs(page, manager, screenPath('manager', 'clientNotes', client.id))
  const last = noteWith(page, 'Closes soon.')
  const until = new Date(closing.writtenAt.getTime() + 30 * day).toLocaleDateString('en-US', {
    timeZone: 'America/Chicago',
    dateStyle: 'medium',
  })
  await expect(last.getByText(`You can change this note until ${until}`)).toBeVisible()
  await page.clock.fastForward(11 * minute)
  await expect(edit(last)).toHaveCount(0)
  await expect(edit(noteWith(page, 'Note of 29 days.'))).toBeVisible()
})

test('an edit of a note is never lost, and keeps its versions [T183]', async ({ page, backend }) => {
  const { api, token } = backend
  const { body: client } = await api.send('POST', '/clients', token, hodan)
  const manager = await backend.employ('manager')
  await writeDatedNotes(backend, client.id, manager, [
    { text: 'Toured two apartments.', writtenAt: ago(day) },
    { text: 'Called the landlord.', writtenAt: ago(2 * day) },
  ])
  const panel = screenPath('manager', 'clientNotes', client.id)
  await openAs(page, manager, panel)
  const note = notesOn(page).first()
  const input = page.getByLabel('Note text')

  const mine = 'Toured three apartments. 🙂\n\nThe third was the best.'
  await edit(note).click()
  await expect(input).toBeFocused()
  await input.fill(mine)
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Discard changes' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(input).toBeFocused()
  await expectAccessible(page, 'a note being edited')
  await reloadWithDraft(page)
  await expect(input).toHaveValue(mine)

  const ended = await page.evaluate(() => localStorage.getItem('token'))
  await api.send('POST', '/auth/logout', ended ?? '')
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await page.waitForURL(`**${signInPaths.login}`)
  await fillInLogin(page, manager)
  await page.waitForURL(`**${panel}`)
  await expect(input).toHaveValue(mine)

  // It is saved, but the response is lost: saved again, it does not conflict with itself.
  const oneNote = `**/api/clients/${client.id}/notes/*`
  await dropResponses(page, oneNote)
  await save.click()
  await expect(page.getByText('Something went wrong. Please try again.')).toBeVisible()
  await page.unroute(oneNote)
  await save.click()
  await expect(page.getByText('Note saved.')).toBeVisible()
  await expect(note.getByText('The third was the best.')).toHaveText(mine, { useInnerText: true })
  await expect(note).toContainText(
    new RegExp(`Edited [A-Z][a-z]{2} \\d{1,2}, \\d{4} by Super Admin ${manager}`),
  )
  await expect(page.getByRole('button', { name: 'Earlier versions' })).toHaveCount(0)

  const { body: listed } = await api.send('GET', `/clients/${client.id}/notes`, token)
  const path = `/clients/${client.id}/notes/${listed[0].id}`
  await edit(note).click()
  await input.fill('Toured four apartments.')
  await api.send('PUT', path, token, { text: 'Toured one apartment only.' })
  await input.press('Control+Enter')
  const conflict = page.getByRole('dialog', { name: 'Someone else changed this note' })
  await expect(conflict.getByText('Toured one apartment only.')).toBeVisible()
  await expect(conflict.getByLabel('Your text')).toHaveValue('Toured four apartments.')
  await expectAccessible(page, 'two texts of a note', { within: 'dialog' })
  await expect(conflict.getByRole('button', { name: 'Use the newer text' })).toBeVisible()
  await conflict.getByRole('button', { name: 'Keep my text' }).click()
  await expect(note).toContainText('Toured four apartments.')

  await openAs(page, await backend.employ('admin'), panel)
  await page.getByRole('button', { name: 'Earlier versions' }).click()
  const versions = page.getByRole('dialog', { name: 'Earlier versions' })
  await expect(versions.getByRole('listitem')).toHaveText([
    /^Super Admin .*Version 3, .*Toured one apartment only\.$/s,
    /^Super Admin .*Version 2, .*The third was the best\.$/s,
    /^Super Admin .*Version 1, .*Toured two apartments\.$/s,
  ])
  await expectAccessible(page, 'earlier versions', { within: 'dialog' })
  await page.emulateMedia({ media: 'print' })
  await expect(versions.getByText(/Hodan Warsame.* · Confidential client record\..* Printed /)).toBeVisible()
  await expect(page.getByText('Called the landlord.'), 'the panel behind it').toBeHidden()
})

test('a note is deleted after a question [T184]', async ({ page, backend }) => {
  const { api, token } = backend
  const { body: client } = await api.send('POST', '/clients', token, hodan)
  const manager = await backend.employ('manager')
  const texts = ['The newest one.', 'The one in the middle.', 'The oldest one.']
  await writeDatedNotes(
    backend,
    client.id,
    manager,
    texts.map((text, index) => ({ text, writtenAt: ago((index + 1) * day) })),
  )
  await openAs(page, manager, screenPath('manager', 'clientNotes', client.id))
  const middle = noteWith(page, 'The one in the middle.')
  await middle.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete note' })
  await expect(question).toContainText('Are you sure you want to delete this note?')
  await expect(question).toContainText('The one in the middle.')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(middle.getByRole('button', { name: 'Delete' })).toBeFocused()

  const oneNote = `**/api/clients/${client.id}/notes/*`
  await page.route(oneNote, (route) => route.abort())
  await middle.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question).toContainText('Something went wrong. Please try again.')
  await page.unroute(oneNote)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Note deleted.')).toBeVisible()
  await expect(page.getByText('2 total')).toBeVisible()
  await expect(middle).toHaveCount(0)
  await expect(noteWith(page, 'The oldest one.')).toBeFocused()

  await edit(noteWith(page, 'The newest one.')).click()
  await page.getByLabel('Note text').fill('Half an hour of work.')
  const { body: listed } = await api.send('GET', `/clients/${client.id}/notes`, token)
  expect((await api.send('DELETE', `/clients/${client.id}/notes/${listed[0].id}`, token)).status).toBe(204)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This note has been deleted.')).toBeVisible()
  await expect(page.getByLabel('Note text')).toHaveValue('Half an hour of work.')
})

test('many notes are read page by page [T55]', async ({ page, backend }) => {
  const { body: client } = await backend.api.send('POST', '/clients', backend.token, hodan)
  const employee = await backend.employ('employee')
  const notes = Array.from({ length: 60 }, (_, week) => ({
    text: `Week ${week}.`,
    writtenAt: ago(week * 7 * day),
  }))
  await writeDatedNotes(backend, client.id, employee, notes)
  await openAs(page, employee, screenPath('manager', 'clientNotes', client.id))
  const items = notesOn(page).filter({ hasText: 'Week' })
  const more = page.getByRole('button', { name: 'Load more notes' })
  await expect(page.getByText('60 total')).toBeVisible()
  await expect(items).toHaveCount(50)
  const history = page.getByRole('region', { name: 'Notes, newest first' })
  expect((await history.boundingBox())?.height).toBeLessThanOrEqual(400)
  await more.press('Enter')
  await expect(items).toHaveCount(60)
  await expect(more).toHaveCount(0)
  await expect(items.nth(50)).toBeFocused()
  const isScrolling = () => history.evaluate((element) => element.scrollHeight > element.clientHeight + 1)
  await page.getByRole('button', { name: 'Show all' }).click()
  expect(await isScrolling()).toBe(false)
  await page.getByRole('button', { name: 'Show less' }).click()
  expect(await isScrolling()).toBe(true)

  await page.goto(screenPath('manager', 'clientDetails', client.id))
  await expect(items).toHaveCount(50)
  const partOnPaper = page.getByText('Newest 50 of 60 notes. To print all, load more notes first.')
  await expect(partOnPaper).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(partOnPaper).toBeVisible()
  await page.emulateMedia({ media: 'screen' })

  await openAs(page, await backend.employ('super-admin'), screenPath('admin', 'clientNotes', client.id))
  const input = page.getByLabel('Note text')
  await expect(page.getByText('Newest 50 of 60 notes. The notes report includes them all.')).toHaveCount(1)
  await more.click()
  await edit(noteWith(page, 'Week 55.')).click()
  await input.fill('Half an edit.')
  await reloadWithDraft(page)
  await expect(page.getByText('You have an unsaved edit of an older note.')).toBeVisible()
  await page.getByRole('button', { name: 'Load more notes' }).click()
  await expect(input).toHaveValue('Half an edit.')
})
