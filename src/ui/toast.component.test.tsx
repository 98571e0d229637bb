import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { MessageTone } from './banner.tsx'
import { Dialog } from './dialog.tsx'
import { ToastProvider, useToast } from './toast.tsx'

function Say({ text, tone }: { text: string; tone: MessageTone }) {
  const toast = useToast()
  return (
    <button type="button" onClick={() => toast({ text, tone, duration: null })}>
      {text}
    </button>
  )
}

test('shows and announces messages in the topmost dialog, which makes the page inert', async () => {
  const Open = ({ dialogs }: { dialogs: string[] }) => (
    <ToastProvider>
      <Say text="Could not save." tone="danger" />
      {dialogs.map((title) => (
        <Dialog key={title} open title={title} onClose={() => undefined}>
          <Say text={`From ${title}`} tone="danger" />
        </Dialog>
      ))}
    </ToastProvider>
  )
  const screen = await render(<Open dialogs={[]} />)
  await screen.getByRole('button', { name: 'Could not save.' }).click()
  await screen.rerender(<Open dialogs={['Edit', 'Time is over']} />)
  const top = screen.getByRole('dialog', { name: 'Time is over' })
  await expect.element(top.getByRole('status')).toHaveTextContent('Could not save.')
  await top.getByRole('button', { name: 'From Time is over' }).click()
  await expect.element(top.getByRole('status')).toMatchTextContent(/From Time is over/)
  await top.getByRole('button', { name: 'Dismiss message' }).first().click()
  expect(document.querySelectorAll('.toast')).toHaveLength(1)
  await screen.rerender(<Open dialogs={['Edit']} />)
  const edit = screen.getByRole('dialog', { name: 'Edit' })
  await expect.element(edit.getByRole('status')).toHaveTextContent('From Time is over')
})

test('a message disappears with its screen, unless it is meant to last', async () => {
  const Last = () => {
    const toast = useToast()
    return (
      <button type="button" onClick={() => toast({ text: 'Client added.', lasts: true })}>
        Add
      </button>
    )
  }
  const At = ({ screen }: { screen: string }) => (
    <ToastProvider screen={screen}>
      <Say text="Other" tone="danger" />
      <Last />
    </ToastProvider>
  )
  const screen = await render(<At screen="/clients" />)
  await screen.getByRole('button', { name: 'Other' }).click()
  await screen.getByRole('button', { name: 'Add' }).click()
  expect(document.querySelectorAll('.toast')).toHaveLength(2)
  await screen.rerender(<At screen="/dashboard" />)
  const left = [...document.querySelectorAll('.toast')].map(({ textContent }) => textContent)
  expect(left).toEqual(['Client added.'])
})

async function renderToasts() {
  const screen = await render(
    <ToastProvider>
      <Say text="Could not save." tone="danger" />
      <Say text="The session ends soon." tone="warning" />
      <Say text="Note added." tone="success" />
    </ToastProvider>,
  )
  const toasts = () => [...document.querySelectorAll('.toast')]
  const say = (name: string) => screen.getByRole('button', { name }).click()
  return { screen, say, toasts, texts: () => toasts().map(({ textContent }) => textContent) }
}

test('the same message said again is a new element, which a screen reader announces', async () => {
  const { say, toasts } = await renderToasts()
  await say('Could not save.')
  const [before] = toasts()
  await say('Could not save.')
  await expect.poll(() => toasts().includes(before as Element)).toBe(false)
  expect(toasts()).toHaveLength(1)
})

test('a success gives way to anything newer, a failure stays until it is dismissed', async () => {
  const { screen, say, texts } = await renderToasts()
  await say('Could not save.')
  await say('Note added.')
  await expect.poll(texts).toEqual(['Could not save.', 'Note added.'])
  await say('The session ends soon.')
  await expect.poll(texts).toEqual(['Could not save.', 'The session ends soon.'])
  screen.getByRole('button', { name: 'Dismiss message' }).first().element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(texts).toEqual(['The session ends soon.'])
})

test('focus returns from a message that is dismissed to where it came from', async () => {
  const { screen, say } = await renderToasts()
  await say('Could not save.')
  const opener = screen.getByRole('button', { name: 'Note added.' })
  opener.element().focus()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(screen.getByText('Could not save.').nth(1)).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('Tab leads into a message with actions that has just come, and out of it again [T1322]', async () => {
  const done: string[] = []
  const Work = () => {
    const toast = useToast()
    const actions = ['Undo', 'Add date'].map((label) => ({ label, onSelect: () => done.push(label) }))
    const finish = () => toast({ text: 'Done.', actions })
    return (
      <>
        <button type="button" onClick={finish}>
          Done
        </button>
        <input aria-label="Search" onChange={finish} />
        <input aria-label="Reason" />
      </>
    )
  }
  const screen = await render(
    <ToastProvider>
      <Work />
    </ToastProvider>,
  )
  const [button, search] = [screen.getByRole('button', { name: 'Done' }), screen.getByLabelText('Search')]
  const action = (name: string) => screen.getByRole('button', { name })
  const press = async (keys: string, focused: Locator) => {
    await userEvent.keyboard(keys)
    await expect.element(focused).toHaveFocus()
  }
  button.element().focus()
  await press('{Enter}', button)
  await press('{Tab}', action('Undo'))
  await press('{Tab}{Tab}', action('Dismiss message'))
  await press('{Tab}', button)
  await press('{Tab}', search)

  button.element().focus()
  await userEvent.keyboard('{Enter}')
  await press('{Tab}', action('Undo'))
  await press('{Shift>}{Tab}{/Shift}', button)
  await press('{Enter}{Tab}{Enter}', button)
  expect(done).toEqual(['Undo'])

  await press('{Enter}{Shift>}{/Shift}{Tab}', search)
  // Not while a form is filled in.
  await press('A{Tab}', screen.getByLabelText('Reason'))
})

test('a message that has focus stays when its time is over, also after the pointer has left it', async () => {
  const Brief = () => {
    const toast = useToast()
    return (
      <button type="button" onClick={() => toast({ text: 'Saved.', duration: 300 })}>
        Save
      </button>
    )
  }
  const screen = await render(
    <ToastProvider>
      <Brief />
    </ToastProvider>,
  )
  const save = screen.getByRole('button', { name: 'Save' })
  const dismiss = screen.getByRole('button', { name: 'Dismiss message' })
  // In one step, before the time is over.
  flushSync(() => (save.element() as HTMLElement).click())
  dismiss.element().focus()
  await screen.getByText('Saved.').hover()
  await save.hover()
  await new Promise((resolve) => setTimeout(resolve, 600))
  await expect.element(dismiss).toHaveFocus()
  dismiss.element().blur()
  await expect.element(dismiss).not.toBeInTheDocument()
})
