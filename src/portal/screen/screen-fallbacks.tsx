import type { ReactNode } from 'react'
import { Outlet, useLocation, useNavigation, useRevalidator } from 'react-router'
import type { AnyScreen } from '#contract/paths.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { screenAt } from './area.ts'
import { LoadingSkeleton } from './loading-skeleton.tsx'
import { Screen } from './screen.tsx'
import { ScreenTitle } from './screen-title.tsx'
import { screenWording as wording } from './wording.ts'

/** The screen at the address, or the skeleton of the next one while its code is loading. Another client's screen starts anew. */
export function CurrentScreen({ skeletonOf }: { skeletonOf: (screen: AnyScreen) => ReactNode }) {
  const { pathname } = useLocation()
  const { location } = useNavigation()
  const next = location && screenAt(location.pathname)
  return next ? skeletonOf(next.name) : <Outlet key={pathname} />
}

type SkeletonProps = {
  title: string
  /** Above the heading is a link back, whose place is kept. */
  hasWayBack?: boolean | undefined
}

export function ScreenSkeleton({ title, hasWayBack }: SkeletonProps) {
  return (
    <div className="screen" aria-busy="true">
      {hasWayBack && <div className="screen-way-back" />}
      <ScreenTitle title={title} />
      <PageHeading title={title} />
      <LoadingSkeleton />
    </div>
  )
}

/** Instead of a screen whose code could not be loaded, as after an update, or that threw while rendering. */
export function BrokenScreen() {
  const { state, revalidate } = useRevalidator()
  return (
    <Screen title="This screen could not be opened">
      {navigator.onLine ? (
        <ErrorState
          message="Part of the portal could not be loaded or stopped working."
          detail="Reload the page. If that does not help, tell the person who created your account."
          onRetry={() => location.reload()}
          retryLabel="Reload the page"
        />
      ) : (
        <ErrorState
          message={wording.offline}
          detail={wording.offlineDetail}
          onRetry={() => void revalidate()}
          retrying={state === 'loading'}
        />
      )}
    </Screen>
  )
}
