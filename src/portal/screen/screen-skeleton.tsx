import './screen.css'
import { PageHeading } from '#ui/page-heading.tsx'
import { LoadingPlace } from './loading-place.tsx'
import { organizationName } from './organization.ts'
import { ScreenTitle } from './screen-title.tsx'

/** Holds the place of a screen whose program is on its way, under its title if that is known. */
export function ScreenSkeleton({ title }: { title: string | undefined }) {
  return (
    <div className="screen" aria-busy="true">
      {title ? <ScreenTitle title={title} /> : <title>{organizationName()}</title>}
      {title && <PageHeading title={title} />}
      <LoadingPlace lines={6} />
    </div>
  )
}
