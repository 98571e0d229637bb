import { useId, useState } from 'react'
import type { Goal } from '#contract/goals/endpoints.ts'
import { wasOpenOn } from '#contract/goals/fields.ts'
import { noteFields } from '#contract/notes/fields.ts'
import type { NameOf } from '#contract/record-field.ts'
import type { RecordFormState } from '#portal/form/use-record-form.ts'
import { Button } from '#ui/button.tsx'
import { CheckboxField } from '#ui/checkbox-field.tsx'
import { FieldError } from '#ui/field.tsx'

type GoalBoxesProps = {
  form: Pick<RecordFormState<NameOf<typeof noteFields>>, 'values' | 'setValue' | 'field'>
  goals: readonly Goal[]
  /** Of the note, if it has no date of service: 'YYYY-MM-DD'. */
  writtenOn: string
}

const namedIn = ({ values }: GoalBoxesProps['form']) => (values.goals ? values.goals.split(',') : [])

/** The goals that a note can name: those that were open on its day, and those that it names already. */
export function offeredGoals({ form, goals, writtenOn }: GoalBoxesProps): Goal[] {
  const day = form.values.serviceDate || writtenOn
  return goals.filter((goal) => namedIn(form).includes(goal.id) || wasOpenOn(goal, day))
}

/** More take long to draw, and few people look for one beyond them. */
const shownAtFirst = 10

/** A box for each goal that can be named, none ticked by itself. Of many, the first and those that are ticked. */
export function GoalBoxes(props: GoalBoxesProps) {
  const { form } = props
  const named = namedIn(form)
  const offered = offeredGoals(props)
  const [isWhole, setWhole] = useState(false)
  const boxesId = useId()
  const shown = offered.filter(({ id }, index) => isWhole || index < shownAtFirst || named.includes(id))
  const { ref, error, readOnly } = form.field('goals')

  function name(id: string, isNamed: boolean) {
    const ids = isNamed ? [...named, id] : named.filter((other) => other !== id)
    form.setValue('goals', ids.sort().join())
  }

  return (
    <fieldset className="note-form-goals">
      <legend className="field-label">{noteFields.goals.label}</legend>
      <div aria-live="polite">{error && <FieldError id={undefined} text={error} />}</div>
      <div className="note-form-goal-boxes" id={boxesId}>
        {shown.map(({ id, text, state }, index) => (
          <CheckboxField
            key={id}
            label={
              <span dir="auto">
                {text}
                {state === 'mistaken' && ' (entered by mistake)'}
              </span>
            }
            ref={index === 0 ? ref : undefined}
            checked={named.includes(id)}
            aria-disabled={readOnly || undefined}
            onChange={({ currentTarget }) => name(id, currentTarget.checked)}
          />
        ))}
        {offered.length > shownAtFirst && (
          <Button
            small
            tone="quiet"
            aria-expanded={isWhole}
            aria-controls={boxesId}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? 'Show fewer' : `Show all ${offered.length}`}
          </Button>
        )}
      </div>
    </fieldset>
  )
}
