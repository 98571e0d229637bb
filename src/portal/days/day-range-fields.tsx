import { DayField } from './day-field.tsx'
import { type DayRange, endsBeforeItBegins } from './day-range.ts'
import { dayWording as wording } from './wording.ts'

type DayRangeFieldsProps = { days: DayRange; onChosen: (change: Partial<DayRange>) => void }

/** The days that narrow a list, among what else does. */
export function DayRangeFields({ days, onChosen }: DayRangeFieldsProps) {
  return (
    <>
      <DayField label={wording.from} day={days.from} onChosen={(from) => onChosen({ from })} />
      <DayField
        label={wording.to}
        day={days.to}
        error={endsBeforeItBegins(days) ? wording.endsBeforeItBegins : undefined}
        onChosen={(to) => onChosen({ to })}
      />
    </>
  )
}
