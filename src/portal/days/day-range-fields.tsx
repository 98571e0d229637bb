import { useState } from 'react'
import { DateField } from '#ui/date-field.tsx'
import { calendarDay, type DayRange, endsBeforeItBegins } from './day-range.ts'

type DayRangeFieldsProps = {
  days: DayRange
  /** What is wrong with the last day. */
  error?: string | undefined
  onChosen: (change: Partial<DayRange>) => void
}

export function DayRangeFields({
  days,
  error = endsBeforeItBegins(days) ? 'The end date is before the start date.' : undefined,
  onChosen,
}: DayRangeFieldsProps) {
  return (
    <>
      <DayField label="From" day={days.from} onChosen={(from) => onChosen({ from })} />
      <DayField label="To" day={days.to} error={error} onChosen={(to) => onChosen({ to })} />
    </>
  )
}

type DayFieldProps = {
  label: string
  day: string | undefined
  error?: string | undefined
  onChosen: (day: string | undefined) => void
}

/** While a year is typed, a browser reports the years 0002, 0020 and 0202: they are ignored. */
function DayField({ label, day = '', error, onChosen }: DayFieldProps) {
  const [typed, setTyped] = useState<{ text: string; over: string }>()
  const text = typed?.over === day ? typed.text : day
  return (
    <DateField
      label={label}
      error={error}
      value={text}
      min="1900-01-01"
      max="9999-12-31"
      onChange={({ currentTarget: { value, validity } }) => {
        setTyped({ text: value, over: day })
        const chosen = calendarDay(value)
        // A half-typed date is empty, too.
        if (chosen !== (day || undefined) && (chosen || (value === '' && !validity.badInput)))
          onChosen(chosen)
      }}
    />
  )
}
