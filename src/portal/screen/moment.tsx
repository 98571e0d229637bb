import './moment.css'
import { dateAndTime } from './dates.ts'

/** An instant, broken between the day and the time alone. */
export function Moment({ instant }: { instant: string }) {
  const [day, time] = dateAndTime(instant).split(/, (?=[^,]*$)/)
  return (
    <time dateTime={instant}>
      <span className="moment-part">{time ? `${day},` : day}</span>{' '}
      <span className="moment-part">{time}</span>
    </time>
  )
}
