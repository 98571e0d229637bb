import './conflict-panel.css'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { type Conflict, differences, type FormValues, fieldsOf } from './form-values.ts'
import type { RecordFormState } from './use-record-form.ts'
import { recordFormWording } from './wording.ts'

const wording = recordFormWording.conflict

export type ConflictPanelProps<Field extends string> = {
  form: Pick<RecordFormState<Field>, 'watch' | 'takeNewer'>
  conflict: Conflict<Field>
  labels: Record<Field, string>
  /** A value as people read it: a date, a choice. */
  shown: (field: Field, value: string) => string
}

/** Two people edited at once: what each of them says, and the choice. Takes focus when it appears. */
export function ConflictPanel<Field extends string>(props: ConflictPanelProps<Field>) {
  const { form, conflict, labels, shown } = props
  const { base, newer } = conflict
  const mine = Object.fromEntries(fieldsOf(base).map((field) => [field, form.watch(field)]))
  const rows = differences(base, mine as FormValues<Field>, newer.values)
  const panel = useRef<HTMLElement>(null)
  const titleId = useId()
  const textId = useId()
  const show = (field: Field, value: string) => (value === '' ? wording.empty : shown(field, value))

  // biome-ignore lint/correctness/useExhaustiveDependencies: each further conflict says so again
  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
    panel.current?.scrollIntoView({ block: 'start' })
  }, [newer.version])

  return (
    <section
      className="conflict-panel"
      ref={panel}
      tabIndex={-1}
      aria-labelledby={titleId}
      aria-describedby={textId}
    >
      <h2 id={titleId}>{wording.title}</h2>
      <p id={textId}>{rows.length > 0 ? wording.detail : wording.sameAlready}</p>
      {rows.length > 0 && (
        <dl>
          {rows.map(({ field, mine, theirs }) => (
            <div key={field}>
              <dt>{labels[field]}</dt>
              <Side label={wording.yours}>
                {mine === undefined ? (
                  <span className="conflict-panel-none">{wording.untouched}</span>
                ) : (
                  show(field, mine)
                )}
              </Side>
              <Side label={wording.theirs}>{show(field, theirs)}</Side>
            </div>
          ))}
        </dl>
      )}
      <div className="conflict-panel-actions">
        <Button type="submit" tone="primary">
          {wording.keepMine}
        </Button>
        <Button onClick={() => form.takeNewer(conflict)}>{wording.takeNewer}</Button>
      </div>
    </section>
  )
}

function Side({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dd>
      <span className="conflict-panel-side">{label}</span> <span dir="auto">{children}</span>
    </dd>
  )
}
