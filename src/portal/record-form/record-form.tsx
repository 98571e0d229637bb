import './record-form.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ConflictPanel, type ConflictPanelProps } from './conflict-panel.tsx'
import type { RecordFormState } from './use-record-form.ts'
import { recordFormWording as wording } from './wording.ts'

type RecordFormProps<Field extends string> = Pick<ConflictPanelProps<Field>, 'labels'> & {
  form: RecordFormState<Field>
  id?: string
  /** In a dialog, which is a box already. */
  plain?: boolean
  /** A value that isn't empty, as people read it; without it, as it stands in the form. */
  shown?: ConflictPanelProps<Field>['shown']
  /** Why saving failed: the specified text, and what happened. */
  refusalOf: (error: unknown) => { title: string; detail?: string | undefined }
  /** The groups of fields. */
  children: ReactNode
  /** Unless they stand elsewhere. */
  buttons?: ReactNode
}

/** A form about a record, with all that is said about its state, as a screen and in a dialog. */
export function RecordForm<Field extends string>(props: RecordFormProps<Field>) {
  const { form, id, plain, labels, shown = (_, value) => value, refusalOf, children, buttons } = props
  const refusal = form.refusal === undefined ? undefined : refusalOf(form.refusal)
  const refused = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (form.refusal === undefined) return
    // 'Keep my changes' has gone with its panel.
    if (document.activeElement === document.body) refused.current?.focus()
    // Not just within the edge: a dialog's buttons stand there, over what scrolls.
    refused.current?.scrollIntoView({ block: 'center' })
  }, [form.refusal])

  return (
    <form
      id={id}
      className={classNames('record-form', plain && 'record-form-plain')}
      onSubmit={form.submit}
      noValidate
    >
      {form.restored && (
        <Banner title={wording.restored}>
          <Button className="record-form-discard" small onClick={form.discard}>
            {wording.discard}
          </Button>
        </Banner>
      )}
      {children}
      {form.conflict && <ConflictPanel form={form} conflict={form.conflict} labels={labels} shown={shown} />}
      {refusal && (
        <div ref={refused} tabIndex={-1}>
          <Banner tone="danger" title={refusal.title}>
            {refusal.detail}
          </Banner>
        </div>
      )}
      {buttons}
    </form>
  )
}
