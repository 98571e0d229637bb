import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as z from 'zod/mini'
import { useForm } from '#portal/form/use-form.ts'
import { NoteTextArea } from './note-text-area.tsx'

function Example() {
  const form = useForm({
    values: { text: 'Before after' },
    schema: () => z.object({ text: z.string() }),
    send: async () => undefined,
    failureOf: () => ({}),
  })
  return <NoteTextArea label="Note" form={form} />
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
