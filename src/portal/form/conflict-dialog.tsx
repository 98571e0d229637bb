import './conflict-dialog.css'
import { type ReactNode, useId } from 'react'
import type { RecordField } from '#contract/record-field.ts'
import { dateAndTime } from '#portal/screen/dates.ts'
import { WorkerName } from '#portal/workers/workers.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { shownText } from './field-values.tsx'
import { fieldsOf } from './form-values.ts'
import type { RecordFormState } from './use-record-form.ts'

type ConflictDialogProps = {
  title: string
  keepMine: string
  takeNewer: string
  /** Names the record, where the dialog may cover what does. */
  about?: ReactNode
  intro: string
  onKeepMine: () => void
  onTakeNewer: () => void
  onClose: () => void
  children: ReactNode
}

/** Two people edited at once: both versions, and the choice between them. Closing it returns to the form. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { title, keepMine, takeNewer, about, intro, onKeepMine, onTakeNewer, onClose, children } = props
  const introId = useId()
  return (
    <Dialog
      open
      title={title}
      describedBy={introId}
      width="wide"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onTakeNewer}>{takeNewer}</Button>
          <Button tone="primary" onClick={onKeepMine}>
            {keepMine}
          </Button>
        </>
      }
    >
      <div id={introId}>
        {about && <p>{about}</p>}
        <p>{intro}</p>
      </div>
      {children}
    </Dialog>
  )
}

const conflictTitle = 'Someone else changed this record'

type RecordConflictProps<Field extends string> = {
  form: Pick<RecordFormState<Field>, 'conflict' | 'values' | 'isChanged'>
  about: ReactNode
  fields: Readonly<Record<Field, RecordField>>
}

/** The fields in which the form and the newer record disagree. */
export function RecordConflict<Field extends string>(props: RecordConflictProps<Field>) {
  const { form, about, fields } = props
  if (!form.conflict) return null
  const { newer, keepMine, takeNewer, close } = form.conflict
  const names = fieldsOf(newer.values).filter((name) => form.values[name] !== newer.values[name])
  const show = (name: Field, text: string) => {
    if (text === '') return 'Empty'
    return fields[name].kind === 'employee' ? <WorkerName id={text} /> : shownText(fields[name], text)
  }
  return (
    <ConflictDialog
      // A new conflict opens a new dialog, which is announced.
      key={newer.version}
      title={conflictTitle}
      keepMine="Keep my changes"
      takeNewer="Use the newer record"
      about={about}
      intro={
        names.length > 0
          ? `${newer.changed?.byName ?? 'Someone else'} saved changes${newer.changed ? ` (${dateAndTime(newer.changed.at)})` : ''} after you opened this record. Nothing is lost: choose what to keep.`
          : 'Someone else already saved the same changes.'
      }
      onKeepMine={() => keepMine()}
      onTakeNewer={takeNewer}
      onClose={close}
    >
      {names.length > 0 && (
        // Focusable, because a long list scrolls, by arrow keys too.
        <dl className="conflicting-fields" tabIndex={0} aria-label={conflictTitle}>
          {names.map((name) => (
            <div key={name}>
              <dt>{fields[name].label}</dt>
              <Side label="Yours">
                {form.isChanged(name) ? (
                  show(name, form.values[name])
                ) : (
                  <span className="soft">Not changed by you</span>
                )}
              </Side>
              <Side label="Theirs">{show(name, newer.values[name])}</Side>
            </div>
          ))}
        </dl>
      )}
    </ConflictDialog>
  )
}

function Side({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dd>
      <span className="small-soft">{label}</span> <span dir="auto">{children}</span>
    </dd>
  )
}
