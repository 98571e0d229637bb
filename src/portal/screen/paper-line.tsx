import './paper-line.css'
import { classNames } from '#ui/class-names.ts'
import { shortCalendarDate, today } from './dates.ts'
import { screenWording as wording } from './wording.ts'

/** Printed, a screen says below its title whom it is for and of which day it is. */
export function PaperLine({ about, className }: { about: string; className?: string }) {
  return (
    <p className={classNames('paper-line', className)}>
      {about} {wording.printed(shortCalendarDate(today()))}
    </p>
  )
}
