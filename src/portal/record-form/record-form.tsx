import './record-form.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { RecordConflict } from './conflict-dialog.tsx'
import type { RecordFormState } from './use-record-form.ts'
import { recordFormWording as wording } from './wording.ts'

type RecordFormProps<Field extends string> = {
  form: RecordFormState<Field>
  id?: string
  /** In a dialog, which is a box already. */
  plain?: boolean
  labels: Record<Field, string>
  /** A value that isn't empty, as people read it; without it, as it stands in the form. */
  shown?: (field: Field, value: string) => string
  /** The groups of fields. */
  children: ReactNode
  /** Unless they stand elsewhere. */
  buttons?: ReactNode
}

/** A form about a record, with all that is said about its state, as a screen and in a dialog. */
export function RecordForm<Field extends string>(props: RecordFormProps<Field>) {
  const { form, id, plain, labels, shown = (_, value) => value, children, buttons } = props
  const { refusal, refused } = form
  const banner = useRef<HTMLDivElement>(null)

  // Not just within the edge: a dialog's buttons stand there, over what scrolls.
  useEffect(() => {
    if (refused) banner.current?.scrollIntoView({ block: 'center' })
  }, [refused])

  return (
    <>
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
        {refusal && (
          <div ref={banner}>
            <Banner tone="danger" title={refusal.title}>
              {refusal.detail}
            </Banner>
          </div>
        )}
        {buttons}
      </form>
      <RecordConflict form={form} labels={labels} shown={shown} />
    </>
  )
}
