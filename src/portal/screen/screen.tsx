import './screen.css'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import { PageHeading } from '#ui/page-heading.tsx'
import { useArrivalFocus } from './arrival-focus.ts'
import { PaperLine } from './paper-line.tsx'
import { ScreenTitle } from './screen-title.tsx'
import { screenWording } from './wording.ts'

type ScreenProps = Omit<ComponentProps<typeof PageHeading>, 'ref'> & {
  /** For the browser's tab, where the heading is a person's name. */
  tabTitle?: string
  /** Forms and texts are easier to read in a narrow column. */
  narrow?: boolean
  /** Of more than one person: on paper it says so. */
  confidential?: boolean
  children: ReactNode
}

/** What every screen of an area is made of: its title in the tab and the page, and its content. */
export function Screen({ tabTitle, narrow, confidential, children, ...heading }: ScreenProps) {
  const h1 = useArrivalFocus()
  return (
    <div className={classNames('screen', narrow && 'screen-narrow')}>
      <ScreenTitle title={tabTitle ?? heading.title} />
      <PageHeading {...heading} ref={h1} />
      {confidential && <PaperLine about={screenWording.confidential} />}
      {children}
    </div>
  )
}
