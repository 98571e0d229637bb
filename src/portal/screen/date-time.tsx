import './screen.css'
import { dateAndTime } from './dates.ts'

/** Day and time, with a line break only between the two. */
export function DateTime({ instant }: { instant: string }) {
  const [day, time] = dateAndTime(instant).split(/, (?=[^,]*$)/)
  return (
    <time dateTime={instant}>
      <span className="date-time-part">{time ? `${day},` : day}</span>{' '}
      <span className="date-time-part">{time}</span>
    </time>
  )
}
