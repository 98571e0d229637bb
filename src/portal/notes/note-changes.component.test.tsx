import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ownArea } from '#contract/access/areas.ts'
import { type Role, roles } from '#contract/access/roles.ts'
import type { Note } from '#contract/notes/schema.ts'
import { draftListQuery } from '#portal/drafts/drafts.ts'
import { exampleNote, failed, noteCalls, openNotes, pageOf } from '#test/support/note-screens.tsx'
import { exampleClient } from '#test/support/people.ts'

const minute = 60_000
const day = 24 * 60 * minute
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()

type Opened = Awaited<ReturnType<typeof openNotes>>['screen']

const noteWith = (screen: Opened, text: string) => screen.getByRole('listitem').filter({ hasText: text })
const editOf = (screen: Opened, text: string) => noteWith(screen, text).getByRole('button', { name: 'Edit' })

/** The panel with these notes, and what was sent to change one. */
async function openPanel(notes: Note[], change: () => Response) {
  const server = { notes, change }
  const sent: unknown[] = []
  const changing = (body: unknown) => {
    sent.push(body)
    return server.change()
  }
  const calls = notes.flatMap(({ id }) => [noteCalls.one('PUT', id), noteCalls.one('DELETE', id)])
  const opened = await openNotes({
    answers: {
      [noteCalls.list]: () => pageOf(server.notes),
      ...Object.fromEntries(calls.map((call) => [call, changing])),
    },
  })
  return { ...opened, server, sent }
}

/** The roles that may change a note, by its age in days. */
const ages: Record<number, readonly Role[]> = {
  29: ['super-admin', 'admin', 'manager'],
  30: ['super-admin', 'admin'],
  90: ['super-admin'],
}

test.each(roles)('%s may change a note while role and age allow it [T58]', async (role) => {
  // A minute older, so that the age in days does not change during the test.
  const notes = Object.keys(ages).map((age) =>
    exampleNote({ id: age, text: `Note of ${age} days.`, createdAt: ago(Number(age) * day + minute) }),
  )
  const { screen } = await openNotes({
    role,
    area: ownArea(role),
    answers: { [noteCalls.list]: () => pageOf(notes) },
  })
  await expect.element(screen.getByText('3 total')).toBeVisible()
  for (const [age, may] of Object.entries(ages)) {
    const note = noteWith(screen, `Note of ${age} days.`)
    const count = may.includes(role) ? 1 : 0
    for (const name of ['Edit', 'Delete'])
      expect(note.getByRole('button', { name }).elements(), `${name}, ${age} days`).toHaveLength(count)
  }
  expect(screen.getByRole('link', { name: 'Notes report' }).elements()).toHaveLength(
    role === 'super-admin' ? 1 : 0,
  )
})

test('the buttons of a note disappear at the moment from which it may not be changed', async () => {
  const closing = exampleNote({ id: 'n2', text: 'Closes soon.', createdAt: ago(30 * day - 2000) })
  const notes = [exampleNote({ text: 'Stays open.' }), closing]
  const { screen } = await openNotes({ answers: { [noteCalls.list]: () => pageOf(notes) } })
  const until = new Date().toLocaleDateString('en-US', { dateStyle: 'medium' })
  await expect.element(editOf(screen, 'Closes soon.')).toBeVisible()
  await expect
    .element(noteWith(screen, 'Closes soon.'))
    .toMatchTextContent(`You can change this note until ${until}`)
  await expect.poll(() => editOf(screen, 'Closes soon.').elements()).toEqual([])
  await expect.element(editOf(screen, 'Stays open.')).toBeVisible()
})

test('a note is edited in place as a draft, and a question comes before it is discarded', async () => {
  const note = exampleNote()
  const { screen } = await openPanel([note], failed('busy', 400))
  const input = screen.getByLabelText('Note text')
  await editOf(screen, note.text).click()
  await expect.element(input).toHaveFocus()
  await input.fill('Called twice.')
  await userEvent.keyboard('{Escape}')
  const question = screen.getByRole('alertdialog', { name: 'Discard changes' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(input).toHaveFocus()
  await screen.unmount()

  const again = await openPanel([note], failed('busy', 400))
  await expect.element(again.screen.getByLabelText('Note text')).toHaveValue('Called twice.')
  await again.screen.getByRole('button', { name: 'Cancel' }).click()
  await again.screen.getByRole('button', { name: 'Discard' }).click()
  await expect.element(editOf(again.screen, note.text)).toHaveFocus()
})

test('a note that was saved or discarded stays closed beside the text of another window', async () => {
  const note = exampleNote()
  const saved = { ...note, text: 'Called twice.', version: 2 }
  const { screen, server, queries } = await openPanel([note], () => Response.json(saved))
  await editOf(screen, note.text).click()
  await screen.getByLabelText('Note text').fill(saved.text)
  const other = {
    key: `edit-note:${note.clientId}:${note.id}~2`,
    id: 'the-other-draft',
    version: 1,
    revision: 1,
  }
  const changedAt = new Date().toISOString()
  queries.setQueryData(draftListQuery.queryKey, [{ ...other, changedAt, about: null }])
  await expect.element(screen.getByText('Another window has other text for this form.')).toBeVisible()
  server.notes = [saved]
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Note saved.')).toBeVisible()
  await expect.element(editOf(screen, saved.text)).toHaveFocus()
})

test('an edit whose answer was lost is no conflict with itself', async () => {
  const note = exampleNote({ text: 'Toured two apartments.' })
  const text = 'Toured three apartments. 🙂\n\nThe third was the best.'
  const saved = {
    ...note,
    ...{ text, version: 2, editedAt: '2026-03-05T18:00:00Z' },
    ...{ editedBy: 'm@example.org', editedByName: 'Mia Berg' },
  }
  const { screen, server, sent } = await openPanel([note], failed('busy', 400))
  await editOf(screen, note.text).click()
  await screen.getByLabelText('Note text').fill(text)
  const save = screen.getByRole('button', { name: 'Save' })
  await save.click()
  await expect.element(screen.getByText('Something went wrong. Please try again.')).toBeVisible()
  server.notes = [saved]
  server.change = failed('version-conflict', 409, { current: saved })
  await save.click()
  await expect.element(screen.getByText('Note saved.')).toBeVisible()
  const item = noteWith(screen, 'The third was the best.')
  await expect.element(item).toMatchTextContent('Edited Mar 5, 2026 by Mia Berg')
  expect((item.getByText(/The third was the best\./).element() as HTMLElement).innerText).toBe(text)
  expect(sent).toEqual(Array(2).fill(expect.objectContaining({ text, version: 1 })))
  expect(screen.getByRole('button', { name: 'Earlier versions' }).elements()).toEqual([])
})

test('shows both texts when two people edit a note, and keeps the one that is chosen', async () => {
  const note = exampleNote()
  const newer = {
    ...note,
    ...{ text: 'Called twice.', version: 2, editedAt: new Date().toISOString() },
    ...{ editedBy: 'mai@example.org', editedByName: 'Mai Vang' },
  }
  const conflict = failed('version-conflict', 409, { current: newer })
  const { screen, server, sent } = await openPanel([note], conflict)
  await expect.element(screen.getByText(/February 29, 1988/)).toBeVisible()
  const startConflict = async (text: string) => {
    await editOf(screen, text).click()
    await screen.getByLabelText('Note text').fill('Called the landlord again.')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
  }
  await startConflict(note.text)
  const dialog = screen.getByRole('dialog', { name: 'Someone else changed this note' })
  await expect
    .element(dialog)
    .toHaveAccessibleDescription(/^Hodan Warsame Date of Birth: February 29, 1988 Someone/)
  await expect.element(dialog.getByText(/^Edited .* by Mai Vang mai@example.org$/)).toBeVisible()
  await expect.element(dialog.getByText('Called twice.')).toBeVisible()
  await expect.element(dialog.getByLabelText('Your text')).toHaveValue('Called the landlord again.')
  const mine = { ...newer, text: 'Called the landlord again.', version: 3 }
  server.change = () => Response.json(mine)
  server.notes = [mine]
  await dialog.getByRole('button', { name: 'Keep my text' }).click()
  await expect.element(screen.getByText('Note saved.')).toBeVisible()
  expect(sent).toMatchObject([{ version: 1 }, { text: 'Called the landlord again.', version: 2 }])
  await screen.unmount()

  const other = await openPanel([note], conflict)
  await editOf(other.screen, note.text).click()
  await other.screen.getByLabelText('Note text').fill('Called the landlord again.')
  await other.screen.getByRole('button', { name: 'Save' }).click()
  other.server.notes = [newer]
  await other.screen.getByRole('button', { name: 'Use the newer text' }).click()
  await expect.element(noteWith(other.screen, 'Called twice.')).toBeVisible()
  expect(other.screen.getByLabelText('Note text').elements()).toEqual([])
  expect(other.sent).toHaveLength(1)
})

test('a note is deleted after a question [T184]', async () => {
  const [middle, newest, oldest] = [
    exampleNote({ id: 'n2', text: 'The one in the middle.', createdAt: ago(2 * day) }),
    exampleNote({ id: 'n3', text: 'The newest one.', createdAt: ago(day) }),
    exampleNote({ text: 'The oldest one.', createdAt: ago(3 * day) }),
  ]
  const { screen, server } = await openPanel([newest, middle, oldest], failed('busy', 400))
  const remove = noteWith(screen, middle.text).getByRole('button', { name: 'Delete' })
  await remove.click()
  const question = screen.getByRole('alertdialog', { name: 'Delete note' })
  await expect.element(question).toMatchTextContent('Are you sure you want to delete this note?')
  await expect.element(question).toMatchTextContent(middle.text)
  await expect.element(question).toMatchTextContent(exampleClient.lastName)
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(remove).toHaveFocus()

  await remove.click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.element(question).toMatchTextContent('Something went wrong. Please try again.')
  server.change = () => new Response(null, { status: 204 })
  server.notes = [newest, oldest]
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.element(screen.getByText('Note deleted.')).toBeVisible()
  await expect.element(screen.getByText('2 total')).toBeVisible()
  expect(noteWith(screen, middle.text).elements()).toEqual([])
  await expect.element(noteWith(screen, oldest.text)).toHaveFocus()
})

test('an edit of a note that another person deleted keeps its text', async () => {
  const note = exampleNote()
  const { screen } = await openPanel([note], failed('not-found', 404))
  await editOf(screen, note.text).click()
  await screen.getByLabelText('Note text').fill('Half an hour of work.')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText(/^This note has been deleted\./)).toBeVisible()
  await expect.element(screen.getByLabelText('Note text')).toHaveValue('Half an hour of work.')
  await screen.unmount()

  const later = await openPanel([], failed('not-found', 404))
  await expect.element(later.screen.getByText('Half an hour of work.')).toBeVisible()
  await later.screen.getByRole('button', { name: 'Discard' }).click()
  await expect.element(later.screen.getByText('Half an hour of work.')).not.toBeInTheDocument()
  await expect.element(later.screen.getByRole('heading', { level: 1 })).toHaveFocus()
})
