import {
  Component,
  type ComponentType,
  type ErrorInfo,
  lazy,
  type ReactNode,
  Suspense,
  useState,
} from 'react'
import { useLocation } from 'react-router'
import { ErrorState } from '#ui/error-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { LoadingSkeleton } from './loading-skeleton.tsx'
import { Screen } from './screen.tsx'
import { organizationName, ScreenTitle } from './screen-title.tsx'
import { screenWording as wording } from './wording.ts'

export interface ScreenCode {
  open: () => ComponentType
}

/**
 * Code that is loaded when the screen is first opened, or ahead: then React need not show a skeleton, which would stay for 0.3
 * seconds. React never loads a chunk again that failed to load; opening the screen again does.
 */
export function screenLoader(load: () => Promise<ComponentType>) {
  let known: ComponentType | undefined
  async function preload(): Promise<ComponentType> {
    try {
      known = await load()
      return known
    } catch (error) {
      known = undefined
      throw error
    }
  }
  return {
    preload,
    open() {
      known ??= lazy(async () => ({ default: await preload() }))
      return known
    },
  }
}

/** What is known of a screen's heading before its chunk is loaded. */
type PendingHeading = { title?: string; hasWayBack?: boolean }

type LoadedScreenProps = {
  heading: PendingHeading
  code: ScreenCode
  onFailure: OnFailure
}

/** Called when a screen could not be loaded or stopped working. */
type OnFailure = (error: Error, info: ErrorInfo) => void

/** A screen with a skeleton while its chunk is loading, and a way to try again if that fails. Another address resets it. */
export function LoadedScreen({ heading, code, onFailure }: LoadedScreenProps) {
  const { pathname } = useLocation()
  return (
    <FailureBoundary key={pathname} onFailure={onFailure}>
      <LazyScreen heading={heading} code={code} />
    </FailureBoundary>
  )
}

/** Outside the Suspense boundary: its state survives while the screen is suspended. */
function LazyScreen({ code, heading }: Omit<LoadedScreenProps, 'onFailure'>) {
  const [Loaded] = useState(code.open)
  return (
    <Suspense fallback={<ScreenSkeleton {...heading} />}>
      <Loaded />
    </Suspense>
  )
}

/** In place of a screen whose chunk is loading, under its title if that is known. */
function ScreenSkeleton({ title, hasWayBack = false }: PendingHeading) {
  return (
    <div className="screen" aria-busy="true">
      {hasWayBack && <div className="screen-way-back" />}
      {title ? <ScreenTitle title={title} /> : <title>{organizationName()}</title>}
      {title && <PageHeading title={title} />}
      <LoadingSkeleton lines={6} />
    </div>
  )
}

/** React knows error boundaries only as classes. */
class FailureBoundary extends Component<{ onFailure: OnFailure; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    this.props.onFailure(error, info)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return <BrokenScreen onTryAgain={() => this.setState({ failed: false })} />
  }
}

/** Instead of a screen whose chunk could not be loaded, as after an update, or that threw while rendering. */
function BrokenScreen({ onTryAgain }: { onTryAgain: () => void }) {
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
        <ErrorState message={wording.offline} detail={wording.offlineDetail} onRetry={onTryAgain} />
      )}
    </Screen>
  )
}
