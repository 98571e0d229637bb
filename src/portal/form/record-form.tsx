import './record-form.css'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { RecordField } from '#contract/record-field.ts'
import { useNamedDraft } from '#portal/drafts/draft-address.ts'
import { DraftStatus, OtherDraft, WithDraft } from '#portal/drafts/draft-status.tsx'
import { type DraftForm, formOf, type PageDraft } from '#portal/drafts/drafts.ts'
import { PaperLine } from '#portal/screen/screen.tsx'
import { screenWording } from '#portal/screen/wording.ts'
import { Banner, ErrorBanner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Dialog } from '#ui/dialog.tsx'
import { RecordConflict } from './conflict-dialog.tsx'
import { SubmitButton } from './form-controls.tsx'
import type { RecordFormState } from './use-record-form.ts'

type RecordFormProps<Field extends string> = {
  form: RecordFormState<Field>
  /** In a dialog, whose button submits the form by this id, and which needs no frames around the groups. */
  id?: string | undefined
  /** Names the record that is edited, for the conflict dialog. */
  about?: ReactNode
  /** For the conflict dialog. */
  fields: Readonly<Record<Field, RecordField>>
  /** The groups of fields. */
  children: ReactNode
  buttons?: ReactNode
}

/** A form about a record, with its errors, its restored draft and its conflicts. */
export function RecordForm<Field extends string>(props: RecordFormProps<Field>) {
  const { form, id, about, fields, children, buttons } = props
  const { formError } = form
  const banner = useRef<HTMLDivElement>(null)

  // To the middle: at the edge of a dialog its buttons would cover the banner.
  useEffect(() => {
    if (formError) banner.current?.scrollIntoView({ block: 'center' })
  }, [formError])

  return (
    <>
      <form
        id={id}
        className={classNames('record-form', id && 'record-form-plain')}
        onSubmit={form.submit}
        noValidate
      >
        <OtherDraft draft={form.draft} />
        {form.restored && (
          <Banner title="Your earlier changes have been restored. They are not saved yet.">
            <Button className="record-form-discard" small onClick={form.discard}>
              Discard changes
            </Button>
          </Banner>
        )}
        {children}
        {formError && (
          <div ref={banner}>
            <ErrorBanner error={formError} />
          </div>
        )}
        <p>
          <DraftStatus draft={form.draft} />
        </p>
        {buttons}
      </form>
      <RecordConflict form={form} about={about} fields={fields} />
    </>
  )
}

type DraftDialogProps = {
  form: DraftForm
  title: string
  onClose: () => void
  children: (draft: PageDraft, onClose: () => void) => ReactNode
}

/** An `EditDialog`, once its draft is known. When it is closed, the address names that draft no more. */
export function DraftDialog({ form, title, onClose, children }: DraftDialogProps) {
  const { named, forget } = useNamedDraft()

  function close() {
    if (formOf(named) === form) forget()
    onClose()
  }

  return (
    <WithDraft
      form={form}
      lines={3}
      frame={(content) => (
        <Dialog open title={title} onClose={close} width="wide">
          {content}
        </Dialog>
      )}
    >
      {(draft) => children(draft, close)}
    </WithDraft>
  )
}

type EditDialogProps<Field extends string> = {
  title: string
  form: RecordFormState<Field>
  /** Of the submit button. */
  label?: string
  onClose: () => void
  /** The form, with the id that the submit button refers to. */
  children: (formId: string) => ReactNode
}

/** Cancel discards what was typed. A dialog that was closed in another way, perhaps by mistake, restores it. */
export function EditDialog<Field extends string>({
  title,
  form,
  label = 'Save Changes',
  onClose,
  children,
}: EditDialogProps<Field>) {
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
            Cancel
          </Button>
          <SubmitButton form={form} formId={formId} label={label} savedLabel="Updated" />
        </>
      }
    >
      <PaperLine about={screenWording.confidential} />
      {children(formId)}
    </Dialog>
  )
}
