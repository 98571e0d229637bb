import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { CallFailure } from '#portal/calls/call-failure.ts'
import { openPortal } from '#test/support/portal-screen.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ActionDialog, useAction } from './action.tsx'
import { ScreenResult, useScreenResult } from './screen-result.tsx'

const failure = (code: string) => new CallFailure({ code, message: 'The reason.' }, 400, true)

/** A row that is gone once it is archived, and a screen to leave for. */
async function openRow(send: (archived: boolean) => Promise<void>) {
  function Row({ onArchived }: { onArchived: () => void }) {
    const archiving = useAction(useMutation({ mutationFn: send, onSuccess: onArchived }), {
      done: (_, archived) => (archived ? { title: 'Archived.', undo: false } : 'Back in the list.'),
      failed: 'It was not changed.',
      reasons: { 'not-found': 'It has been deleted.' },
    })
    return (
      <button type="button" onClick={() => void archiving.start(true)}>
        Archive
      </button>
    )
  }
  function List() {
    const [isArchived, setArchived] = useState(false)
    return isArchived ? <p>Nothing here.</p> : <Row onArchived={() => setArchived(true)} />
  }
  const { screen } = await openPortal({ screens: { '/list': <List /> }, address: '/list', answers: {} })
  return screen
}

test('says that it is done, and takes it back, although the row has gone', async () => {
  const sent: boolean[] = []
  const screen = await openRow(async (archived) => void sent.push(archived))
  await screen.getByRole('button', { name: 'Archive' }).click()
  await expect.element(screen.getByText('Nothing here.')).toBeVisible()
  await expect.element(screen.getByText('Archived.')).toBeVisible()
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.element(screen.getByText('Back in the list.')).toBeVisible()
  expect(sent).toEqual([true, false])
})

test('is sent once, although a busy browser reports two clicks together', async () => {
  const sent: boolean[] = []
  const screen = await openRow(async (archived) => void sent.push(archived))
  const button = screen.getByRole('button', { name: 'Archive' }).element() as HTMLElement
  button.click()
  button.click()
  await expect.element(screen.getByText('Archived.')).toBeVisible()
  expect(sent).toEqual([true])
})

test('says why it could not be taken back, although the row has gone', async () => {
  const screen = await openRow((archived) =>
    archived ? Promise.resolve() : Promise.reject(failure('not-found')),
  )
  await screen.getByRole('button', { name: 'Archive' }).click()
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.element(screen.getByText('It was not changed. It has been deleted.')).toBeVisible()
})

/** A button that asks first, on a screen that can be left. */
async function openQuestion(answers: (() => Promise<void>)[]) {
  function Question({ onClose }: { onClose: () => void }) {
    const removal = useAction(useMutation({ mutationFn: () => answers.shift()?.() ?? Promise.resolve() }), {
      done: 'Removed.',
      failed: 'Could not remove it.',
    })
    return (
      <ActionDialog
        action={removal}
        title="Remove it"
        confirmLabel="Remove"
        onConfirm={() => void removal.start(undefined, onClose)}
        onClose={onClose}
      >
        <p>Are you sure?</p>
      </ActionDialog>
    )
  }
  function Screen() {
    const [isAsking, setAsking] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setAsking(true)}>
          Ask
        </button>
        {isAsking && <Question onClose={() => setAsking(false)} />}
      </>
    )
  }
  const { screen, router } = await openPortal({
    screens: { '/list': <Screen />, '/other': <h1>Elsewhere</h1> },
    address: '/list',
    answers: {},
  })
  const ask = screen.getByRole('button', { name: 'Ask' })
  await ask.click()
  const question = screen.getByRole('alertdialog', { name: 'Remove it' })
  return { screen, router, ask, question, remove: question.getByRole('button', { name: 'Remove' }) }
}

test('a question stays open while it fails, says why, and closes when it is done', async () => {
  const late = Promise.withResolvers<void>()
  const { screen, ask, question, remove } = await openQuestion([() => late.promise])
  await remove.click()
  await expect.element(remove).toHaveAttribute('aria-busy')
  await userEvent.keyboard('{Escape}')
  late.reject(failure('busy'))
  await expect.element(question.getByRole('alert')).toMatchTextContent('Could not remove it. The reason.')
  expect(document.querySelectorAll('.toast')).toHaveLength(0)
  await remove.click()
  await expect.element(screen.getByText('Removed.')).toBeVisible()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(ask).toHaveFocus()
})

test('the failure of a question that was left with its screen is told elsewhere', async () => {
  const late = Promise.withResolvers<void>()
  const { screen, router, remove } = await openQuestion([() => late.promise])
  await remove.click()
  await router.navigate('/other')
  await expect.element(screen.getByRole('heading', { name: 'Elsewhere' })).toBeVisible()
  late.reject(failure('busy'))
  await expect.element(screen.getByText('Could not remove it. The reason.')).toBeVisible()
})

test('a message that comes in the same moment as a dialog is readable in it', async () => {
  function Screen() {
    const result = useScreenResult()
    const [isOpen, setOpen] = useState(false)
    function change() {
      result.say({ title: 'Changed.' })
      setOpen(true)
    }
    return (
      <>
        <ScreenResult result={result} />
        <button type="button" onClick={change}>
          Change
        </button>
        <Dialog open={isOpen} title="Next" onClose={() => setOpen(false)}>
          The next step.
        </Dialog>
      </>
    )
  }
  const { screen } = await openPortal({ screens: { '/list': <Screen /> }, address: '/list', answers: {} })
  await screen.getByRole('button', { name: 'Change' }).click()
  await expect.element(screen.getByRole('dialog').getByText('Changed.')).toBeVisible()
})
