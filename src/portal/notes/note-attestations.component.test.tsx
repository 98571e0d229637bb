import { expect, test } from 'vitest'
import type { Role } from '#contract/access/roles.ts'
import type { Note } from '#contract/notes/schema.ts'
import { exampleNote, failed, noteCalls, openNotes, pageOf } from '#test/support/note-screens.tsx'
import { exampleClient } from '#test/support/people.ts'
import type { Answers } from '#test/support/portal-screen.tsx'

/* A note that is signed by its author, corrected, and reviewed by another person. */

const statement = 'I provided this service, and this entry is true.'
const at = new Date().toISOString()
const signed = { signedAt: at, signedBy: 'm@example.org', signedByName: 'Mia Berg' }
const reviewed = {
  ...{ reviewedAt: at, reviewedById: 'e1', reviewedBy: 'm@example.org', reviewedByName: 'Mia Berg' },
  reviewComment: 'Which apartment?',
}
const byAnother = {
  ...{ id: 'n2', authorId: 'e2', author: 'mai@example.org', authorName: 'Mai Vang' },
  text: 'Moved in on March 1.',
}

/** The panel with these notes, and what was sent to each call. */
async function openPanel(
  notes: Note[],
  { answers = {}, role = 'manager' }: { answers?: Answers; role?: Role } = {},
) {
  const server = { notes }
  const sent: unknown[] = []
  const recording = Object.entries(answers).map(([call, answer]) => [
    call,
    (body: unknown) => {
      if (body) sent.push(body)
      return answer(body)
    },
  ])
  const opened = await openNotes({
    role,
    answers: { [noteCalls.list]: () => pageOf(server.notes), ...Object.fromEntries(recording) },
  })
  const noteWith = (text: string) => opened.screen.getByRole('listitem').filter({ hasText: text })
  return { ...opened, server, sent, noteWith }
}

test('a note is signed as it is added only if its author ticks the statement anew', async () => {
  const note = exampleNote(signed)
  const { screen, server, sent } = await openPanel([], {
    answers: { [noteCalls.add]: () => Response.json(note, { status: 201 }) },
  })
  const [input, box] = [screen.getByLabelText('New Weekly Note'), screen.getByLabelText(statement)]
  await input.fill('Called the landlord.')
  await box.click()
  server.notes = [note]
  await screen.getByRole('button', { name: 'Add Note' }).click()
  await expect.element(screen.getByRole('listitem')).toMatchTextContent(/Signed by Mia Berg, /)
  await expect.element(box).not.toBeChecked()
  expect(sent).toMatchObject([{ text: 'Called the landlord.', sign: true }])

  // A draft comes back, its tick does not.
  await input.fill('Toured two apartments.')
  await box.click()
  await screen.unmount()
  const again = await openPanel([])
  await expect.element(again.screen.getByLabelText('New Weekly Note')).toHaveValue('Toured two apartments.')
  await expect.element(again.screen.getByLabelText(statement)).not.toBeChecked()
})

test('a signature that is refused says why, once', async () => {
  const message = 'This service has not ended yet. Sign the note when it has.'
  const { screen } = await openPanel([], {
    answers: { [noteCalls.add]: failed('invalid-input', 400, { message, fields: { sign: message } }) },
  })
  await screen.getByLabelText('New Weekly Note').fill('Called the landlord.')
  await screen.getByLabelText(statement).click()
  await screen.getByRole('button', { name: 'Add Note' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent(message)
  expect(screen.getByText(message).elements()).toHaveLength(1)
})

test('a note is signed later, with its text in the dialog, also when it was edited meanwhile [T649]', async () => {
  const note = exampleNote({ text: 'Signed the lease.' })
  const newer = exampleNote({ text: 'Signed the lease for May.', version: 2 })
  let answer = failed('version-conflict', 409, { current: newer })
  const { screen, server, sent, noteWith } = await openPanel([note], {
    role: 'employee',
    answers: { [`${noteCalls.one('POST', note.id)}/signature`]: () => answer() },
  })
  const sign = noteWith('Signed the lease').getByRole('button', { name: 'Sign' })
  await sign.click()
  const dialog = screen.getByRole('alertdialog', { name: 'Sign note' })
  await expect.element(dialog).toMatchTextContent(statement)
  await expect.element(dialog).toMatchTextContent('Signed the lease.')
  server.notes = [newer]
  await dialog.getByRole('button', { name: 'Sign' }).click()
  await expect
    .element(dialog)
    .toMatchTextContent('Someone else just edited or reviewed this note. Read it again first.')
  await expect.element(dialog).toMatchTextContent('Signed the lease for May.')
  const done = { ...newer, ...signed }
  answer = () => Response.json(done)
  server.notes = [done]
  await dialog.getByRole('button', { name: 'Sign' }).click()
  await expect.element(screen.getByText('Note signed.')).toBeVisible()
  await expect.element(noteWith('Signed the lease')).toMatchTextContent('Signed by Mia Berg')
  expect(sign.elements()).toEqual([])
  await expect.element(noteWith('Signed the lease')).toHaveFocus()
  expect(sent).toEqual([{ version: 1 }, { version: 2 }])
})

test.each([
  ['asks for the facts of a service again', { serviceDate: '2026-03-05', minutes: 45 }, 1],
  ['asks for no facts if the note has none', {}, 0],
])('a correction %s [T1321]', async (_, facts, hints) => {
  const { screen, noteWith } = await openPanel([exampleNote({ ...byAnother, ...facts })], {
    role: 'employee',
  })
  await noteWith('March 1').getByRole('button', { name: 'Write a correction' }).click()
  await expect.element(screen.getByLabelText('Correction')).toHaveFocus()
  expect(screen.getByText(/Enter the date, time, service and contact again/).elements()).toHaveLength(hints)
})

test('an employee corrects a note that they may not edit, in a draft of its own [T650]', async () => {
  const wrong = exampleNote(byAnother)
  const correction = exampleNote({ id: 'n3', text: 'Moved in on April 1.', corrects: wrong.id })
  const opened = await openPanel([wrong], { role: 'employee' })
  await opened.screen.getByLabelText('New Weekly Note').fill('Another text.')
  await opened.noteWith('March 1').getByRole('button', { name: 'Write a correction' }).click()
  await expect.element(opened.screen.getByLabelText('Correction')).toHaveFocus()
  await expect.element(opened.screen.getByLabelText('This correction is true.')).not.toBeChecked()
  expect(opened.screen.getByLabelText(statement).elements()).toEqual([])
  await opened.screen.getByLabelText('Correction').fill('Moved in on April 1.')
  await opened.screen.unmount()

  const { screen, server, sent, noteWith, router } = await openPanel([wrong], {
    role: 'employee',
    answers: { [noteCalls.add]: () => Response.json(correction, { status: 201 }) },
  })
  await expect.element(screen.getByLabelText('New Weekly Note')).toHaveValue('Another text.')
  // As the dashboard links to it.
  await router.navigate(`?draft=correction:${wrong.clientId}:${wrong.id}`)
  await expect.element(screen.getByLabelText('Correction')).toHaveValue('Moved in on April 1.')
  await expect.element(screen.getByText(/^Correcting the note of .* by Mai Vang\.$/)).toBeVisible()
  await screen.getByRole('button', { name: 'Write a new note instead' }).click()
  await expect.element(screen.getByLabelText('New Weekly Note')).toHaveValue('Another text.')
  await expect.element(screen.getByLabelText('New Weekly Note')).toHaveFocus()
  // A reload begins no correction.
  await expect.poll(() => router.state.location.search).toBe('')
  await noteWith('March 1').getByRole('button', { name: 'Continue the correction' }).click()
  const corrected = { ...wrong, correctedBy: [correction.id] }
  server.notes = [correction, corrected]
  await screen.getByRole('button', { name: 'Add correction' }).click()
  await expect.element(screen.getByText('Correction added.')).toBeVisible()
  await expect.element(screen.getByLabelText('New Weekly Note')).toHaveValue('Another text.')
  await expect.element(screen.getByLabelText('New Weekly Note')).toHaveFocus()
  expect(sent).toMatchObject([{ text: 'Moved in on April 1.', corrects: wrong.id }])
  await noteWith('April 1')
    .getByRole('link', { name: /^note of/ })
    .click()
  await expect.element(noteWith('March 1')).toHaveFocus()
  await expect.element(noteWith('March 1')).toMatchTextContent('Corrected by the note of')
  await screen.unmount()

  const report = await openNotes({
    ...{ screen: 'client-notes-report', area: 'admin', role: 'super-admin' },
    answers: { [noteCalls.all]: () => Response.json([correction, corrected]) },
  })
  const row = report.screen.getByRole('row').filter({ hasText: 'April 1' })
  await expect.element(row).toMatchTextContent('Corrects the note of')
  await report.screen.unmount()
  const details = await openNotes({
    screen: 'client-details',
    answers: { [noteCalls.list]: () => pageOf([correction, corrected]) },
  })
  const item = details.screen.getByRole('listitem').filter({ hasText: 'March 1' })
  await expect.element(item).toMatchTextContent('Corrected by the note of')
})

test('a review loses the invisible characters that were pasted [T1052]', async () => {
  const note = exampleNote(byAnother)
  const { screen, sent } = await openPanel([note], {
    answers: { [`${noteCalls.one('POST', note.id)}/review`]: () => Response.json({ ...note, ...reviewed }) },
  })
  await screen.getByRole('button', { name: 'Review' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Review note' })
  await dialog.getByLabelText('Comment (optional)').fill('Paid \u202e0051$\u000bin June.')
  await dialog.getByRole('button', { name: 'Mark as reviewed' }).click()
  await expect.element(screen.getByText('Note reviewed.')).toBeVisible()
  expect(sent).toEqual([{ version: 1, comment: 'Paid 0051$\nin June.' }])
})

test('a manager reviews another person’s note, keeps the comment after a failure, and may change it [T651]', async () => {
  const note = exampleNote(byAnother)
  let answer = failed('busy', 400)
  const { screen, server, sent, noteWith } = await openPanel([exampleNote({ text: 'My own.' }), note], {
    answers: { [`${noteCalls.one('POST', note.id)}/review`]: () => answer() },
  })
  await expect.element(noteWith('My own.').getByRole('button', { name: 'Sign' })).toBeVisible()
  expect(noteWith('My own.').getByRole('button', { name: 'Review' }).elements()).toEqual([])
  await noteWith('March 1').getByRole('button', { name: 'Review' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Review note' })
  await expect.element(dialog).toMatchTextContent(note.text)
  await expect.element(dialog).toMatchTextContent(exampleClient.lastName)
  const comment = dialog.getByLabelText('Comment (optional)')
  await comment.fill('Which apartment?')
  await dialog.getByRole('button', { name: 'Mark as reviewed' }).click()
  await expect.element(dialog.getByText('Too much to do.')).toBeVisible()
  await expect.element(comment).toHaveValue('Which apartment?')
  const done = { ...note, ...reviewed }
  answer = () => Response.json(done)
  server.notes = [done]
  await dialog.getByRole('button', { name: 'Mark as reviewed' }).click()
  await expect.element(screen.getByText('Note reviewed.')).toBeVisible()
  await expect.element(noteWith('March 1')).toMatchTextContent(/Reviewed by Mia Berg, .*: Which apartment\?/)
  expect(sent).toEqual(Array(2).fill({ version: 1, comment: 'Which apartment?' }))
  await noteWith('March 1').getByRole('button', { name: 'Change review' }).click()
  await expect.element(comment).toHaveValue('Which apartment?')
  await screen.unmount()

  const edited = { ...note, editedAt: at, editedBy: 'a@example.org', editedByName: 'Ann Lee', version: 2 }
  const versions = [{ ...note, ...reviewed, at: note.createdAt }]
  const admin = await openPanel([edited], {
    role: 'admin',
    answers: { [`${noteCalls.one('GET', note.id)}/versions`]: () => Response.json(versions) },
  })
  await admin.noteWith('March 1').getByRole('button', { name: 'Earlier versions' }).click()
  const earlier = admin.screen.getByRole('dialog', { name: 'Earlier versions' })
  await expect.element(earlier).toMatchTextContent('Which apartment?')
  await expect.element(earlier).toMatchTextContent(/Mai Vang.*Version 1, /)
})
