import { daysBetween } from '#contract/calendar-date.ts'
import { daysBeforeDue } from '#contract/due/manifest.ts'
import { shortCalendarDate, today } from '#portal/screen/dates.ts'
import { Badge } from '#ui/badge.tsx'

/** What to say of a past day and of one to come. */
type DueWords = readonly [past: string, future: string]

/** By the name of the record's kind. */
const dueWords: Readonly<Record<string, DueWords>> = {
  papers: ['Expired', 'Expires'],
  homes: ['Ended', 'Ends'],
  authorizations: ['Ended', 'Ends'],
}

const inDays = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/**
 * 'Expires in 10 days' or 'Expired yesterday', with the day beside it; 'Expired Sep 5, 2025' a month later, and earlier
 * than a month before, where nothing has to be done yet, without a badge.
 */
export function DueBadge({ kind, on }: { kind: string; on: string }) {
  const days = daysBetween(today(), on)
  const [past, future] = dueWords[kind] ?? ['Due', 'Due']
  const word = days < 0 ? past : future
  const day = shortCalendarDate(on)
  if (days > daysBeforeDue) return <span className="small-soft">{`· ${word} ${day}`}</span>
  const tone = days < 0 ? 'red' : 'yellow'
  if (days < -daysBeforeDue) return <Badge tone={tone}>{`${word} ${day}`}</Badge>
  return (
    <>
      <Badge tone={tone}>{`${word} ${inDays.format(days, 'day')}`}</Badge>{' '}
      <span className="small-soft date-time-part">{day}</span>
    </>
  )
}
