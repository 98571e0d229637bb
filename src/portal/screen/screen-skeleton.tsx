import './screen.css'
import { Skeleton } from '#ui/skeleton.tsx'
import { organizationName } from './organization.ts'

/** Holds the place of a screen whose program is on its way. */
export function ScreenSkeleton() {
  return (
    <div className="screen">
      <title>{organizationName()}</title>
      <Skeleton lines={6} />
    </div>
  )
}
