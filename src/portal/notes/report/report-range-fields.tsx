import { useId } from 'react'
import {
  allDays,
  type DayRange,
  endsBeforeItBegins,
  endsBeforeItBeginsError,
} from '#portal/days/day-range.ts'
import { DayField } from '#portal/days/day-range-fields.tsx'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'

type ReportRangeFieldsProps = { range: DayRange; onChange: (range: DayRange) => void }

/** The days of the report, both inclusive. */
export function ReportRangeFields({ range, onChange }: ReportRangeFieldsProps) {
  const titleId = useId()
  const wrongRange = endsBeforeItBegins(range)
  const ownErrorId = useId()
  const errorId = wrongRange ? ownErrorId : undefined
  const isOpen = !range.from && !range.to
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be on one line with its fields
    <div className="report-range screen-only" role="group" aria-labelledby={titleId}>
      <span className="visually-hidden" id={titleId}>
        Dates of the notes
      </span>
      <DayField
        label="From"
        day={range.from}
        errorId={errorId}
        onChosen={(from) => onChange({ ...range, from })}
      />
      <DayField label="To" day={range.to} errorId={errorId} onChosen={(to) => onChange({ ...range, to })} />
      {wrongRange && (
        <div className="report-range-error" role="alert">
          <FieldError id={errorId} text={endsBeforeItBeginsError} />
        </div>
      )}
      <Button
        tone="quiet"
        icon="close"
        aria-disabled={isOpen || undefined}
        onClick={() => !isOpen && onChange(allDays)}
      >
        All dates
      </Button>
    </div>
  )
}
