import './screen.css'
import { PageHeading } from '#ui/page-heading.tsx'
import { LoadingPlace } from './loading-place.tsx'
import { organizationName } from './organization.ts'
import { ScreenTitle } from './screen-title.tsx'

/** What is known of a screen's heading before its program is there. */
export type ComingHeading = { title?: string; hasWayBack?: boolean }

/** Holds the place of a screen whose program is on its way, under its title if that is known. */
export function ScreenSkeleton({ title, hasWayBack = false }: ComingHeading) {
  return (
    <div className="screen" aria-busy="true">
      {hasWayBack && <div className="screen-way-back" />}
      {title ? <ScreenTitle title={title} /> : <title>{organizationName()}</title>}
      {title && <PageHeading title={title} />}
      <LoadingPlace lines={6} />
    </div>
  )
}
