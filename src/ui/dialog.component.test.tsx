import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Dialog, type DialogProps } from './dialog.tsx'

function Example(props: Partial<DialogProps>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Rename
      </button>
      <Dialog title="Rename" open={open} onClose={() => setOpen(false)} {...props}>
        <input aria-label="Name" />
      </Dialog>
    </>
  )
}

test('a dialog focuses its first field, and returns focus to the button that opened it', async () => {
  const screen = await render(<Example />)
  const opener = screen.getByRole('button', { name: 'Rename' })
  await opener.click()
  await expect.element(screen.getByLabelText('Name')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('a locked dialog stays open on Escape, however often', async () => {
  const screen = await render(<Example locked />)
  await screen.getByRole('button', { name: 'Rename' }).click()
  await userEvent.keyboard('{Escape}{Escape}')
  await expect.element(screen.getByRole('dialog', { name: 'Rename' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Close' })).toBeDisabled()
})

test('a dialog stays open on the Escape that ends a word in an input method editor', async () => {
  const screen = await render(<Example />)
  await screen.getByRole('button', { name: 'Rename' }).click()
  const press = (isComposing: boolean) =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true, isComposing }),
    )
  press(true)
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  press(false)
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})
