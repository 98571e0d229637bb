import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { NoteTextArea } from './note-text-area.tsx'

function Example() {
  const [text, type] = useState('Before after')
  const nothing = () => undefined
  const form = { watch: () => text, clearErrors: nothing, messageAt: nothing, locked: false }
  return <NoteTextArea label="Note" form={{ ...form, setValue: (_, next) => type(next) }} />
}

test('removes invisible characters from a pasted text, and keeps the caret behind it', async () => {
  const screen = await render(<Example />)
  const note = screen.getByLabelText('Note')
  await note.click()
  const field = note.element() as HTMLTextAreaElement
  field.setSelectionRange(7, 7)
  document.execCommand('insertText', false, 'Rent paid.\u000bMoved in by the land\u0002lord. ')
  await userEvent.keyboard('Then ')
  await expect.element(note).toHaveValue('Before Rent paid.\nMoved in by the landlord. Then after')
})
