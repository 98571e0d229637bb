import { type ReactNode, useId } from 'react'
import { PaperLine } from '#portal/screen/paper-line.tsx'
import { screenWording } from '#portal/screen/wording.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SubmitButton } from './form-controls.tsx'
import type { RecordFormState } from './use-record-form.ts'
import { recordFormWording as wording } from './wording.ts'

type EditDialogProps<Field extends string> = {
  title: string
  form: RecordFormState<Field>
  onClose: () => void
  /** The form, under the id by which the button below finds it. */
  children: (formId: string) => ReactNode
}

/**
 * Cancel gives up what was typed; a dialog that was closed otherwise, perhaps by mistake, has it again when it is
 * opened.
 */
export function EditDialog<Field extends string>({ title, form, onClose, children }: EditDialogProps<Field>) {
  const formId = useId()

  function cancel() {
    if (form.locked) return
    form.dropDraft()
    onClose()
  }

  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      locked={form.locked}
      width="wide"
      footer={
        <>
          <Button onClick={cancel} aria-disabled={form.locked || undefined}>
            {wording.cancel}
          </Button>
          <SubmitButton
            form={form}
            formId={formId}
            label={wording.saveChanges}
            savedLabel={wording.updated}
          />
        </>
      }
    >
      <PaperLine about={screenWording.confidential} />
      {children(formId)}
    </Dialog>
  )
}
