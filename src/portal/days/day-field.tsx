import { useState } from 'react'
import { Field } from '#ui/field.tsx'
import { calendarDay } from './day-range.ts'

type DayFieldProps = {
  label: string
  day: string | undefined
  error?: string | undefined
  /** Of a sentence elsewhere that says what is wrong, as one about two days does. */
  errorId?: string | undefined
  onChosen: (day: string | undefined) => void
}

/** While a year is typed a browser names the years 0002, 0020 and 0202: what is no day yet changes nothing. */
export function DayField({ label, day = '', error, errorId, onChosen }: DayFieldProps) {
  const [typed, setTyped] = useState<{ text: string; over: string }>()
  const text = typed?.over === day ? typed.text : day
  return (
    <Field label={label} error={error} describedBy={errorId}>
      {(ties) => (
        <input
          type="date"
          className="field-control"
          value={text}
          min="1900-01-01"
          max="9999-12-31"
          onChange={({ currentTarget: { value, validity } }) => {
            setTyped({ text: value, over: day })
            const chosen = calendarDay(value)
            // Empty is also what stands half typed.
            if (chosen !== (day || undefined) && (chosen || (value === '' && !validity.badInput)))
              onChosen(chosen)
          }}
          {...ties}
          aria-invalid={error || errorId ? true : undefined}
        />
      )}
    </Field>
  )
}
