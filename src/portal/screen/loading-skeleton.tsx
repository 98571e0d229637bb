import './screen.css'
import { type ComponentProps, useEffect, useState } from 'react'
import { PageHeading } from '#ui/page-heading.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { organizationName, ScreenTitle } from './screen-title.tsx'
import { screenWording } from './wording.ts'

/** Milliseconds. */
const longWait = 8000

/** A skeleton that says so when loading takes long. */
export function LoadingSkeleton(props: ComponentProps<typeof Skeleton>) {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longWait)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="loading-skeleton">
      <p className="loading-skeleton-note" role="status">
        {isLong && screenWording.takesLong}
      </p>
      <Skeleton {...props} />
    </div>
  )
}

/** What is known of a screen's heading before its chunk is loaded. */
export type PendingHeading = { title?: string; hasWayBack?: boolean }

/** In place of a screen whose chunk is loading, under its title if that is known. */
export function ScreenSkeleton({ title, hasWayBack = false }: PendingHeading) {
  return (
    <div className="screen" aria-busy="true">
      {hasWayBack && <div className="screen-way-back" />}
      {title ? <ScreenTitle title={title} /> : <title>{organizationName()}</title>}
      {title && <PageHeading title={title} />}
      <LoadingSkeleton lines={6} />
    </div>
  )
}
