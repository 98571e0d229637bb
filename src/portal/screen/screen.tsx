import './screen.css'
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { classNames } from '#ui/class-names.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { useArrivalFocus } from './arrival-focus.ts'
import { shortCalendarDate, today } from './dates.ts'
import { ScreenTitle } from './screen-title.tsx'
import { screenWording as wording } from './wording.ts'

type ScreenProps = Omit<ComponentProps<typeof PageHeading>, 'ref'> & {
  /** For a screen whose heading is a person's name, which must not be in the tab's title. */
  tabTitle?: string
  /** On paper it says that it is confidential. */
  confidential?: boolean
  children: ReactNode
}

/** The frame of every screen: its title in the tab and on the page, and its content. */
export function Screen({ tabTitle, confidential, children, ...heading }: ScreenProps) {
  const h1 = useArrivalFocus()
  return (
    <div className="screen">
      <ScreenTitle title={tabTitle ?? heading.title} />
      <PageHeading {...heading} ref={h1} />
      {confidential && <PaperLine about={wording.confidential} />}
      {children}
    </div>
  )
}

/** On paper only: who may read it, and when it was printed. */
export function PaperLine({ about, className }: { about: string; className?: string }) {
  return (
    <p className={classNames('paper-line paper-only', className)}>
      {about} Printed {shortCalendarDate(today())}.
    </p>
  )
}

/** Calls `record` when the screen is printed, also by the browser's own command, which can't be stopped. */
export function useRecordedPrints(record: () => Promise<void> | undefined): void {
  useEffect(() => {
    const recordPrint = () => void record()?.catch(() => undefined)
    addEventListener('beforeprint', recordPrint)
    return () => removeEventListener('beforeprint', recordPrint)
  })
}
