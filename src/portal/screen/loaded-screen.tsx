import {
  Component,
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  useState,
} from 'react'
import { useLocation } from 'react-router'
import { ErrorState } from '#ui/error-state.tsx'
import { type PendingHeading, ScreenSkeleton } from './loading-skeleton.tsx'
import { Screen } from './screen.tsx'
import { screenWording as wording } from './wording.ts'

/** Returns a screen whose chunk is loading or loaded. */
type LoadScreen = () => LazyExoticComponent<ComponentType>

/** React never loads a chunk again that failed to load; opening the screen again does. */
export function screenLoader(load: () => Promise<ComponentType>): LoadScreen {
  let known: LazyExoticComponent<ComponentType> | undefined
  const request = async () => {
    try {
      return { default: await load() }
    } catch (error) {
      known = undefined
      throw error
    }
  }
  return () => {
    known ??= lazy(request)
    return known
  }
}

type LoadedScreenProps = { heading: PendingHeading; load: LoadScreen }

/** A screen with a skeleton while its chunk is loading, and a way to try again if that fails. Another address resets it. */
export function LoadedScreen(props: LoadedScreenProps) {
  const { pathname } = useLocation()
  return (
    <FailureBoundary key={pathname}>
      <LazyScreen {...props} />
    </FailureBoundary>
  )
}

/** Outside the Suspense boundary, so that its state survives while the screen is suspended. */
function LazyScreen({ load, heading }: LoadedScreenProps) {
  const [Loaded] = useState(load)
  return (
    <Suspense fallback={<ScreenSkeleton {...heading} />}>
      <Loaded />
    </Suspense>
  )
}

/** React knows error boundaries only as classes. */
class FailureBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return <BrokenScreen onTryAgain={() => this.setState({ failed: false })} />
  }
}

/** Instead of a screen whose chunk could not be loaded, as after an update, or that threw while rendering. */
function BrokenScreen({ onTryAgain }: { onTryAgain: () => void }) {
  return (
    <Screen title={wording.brokenTitle}>
      {navigator.onLine ? (
        <ErrorState
          message={wording.broken}
          detail={wording.brokenDetail}
          onRetry={() => location.reload()}
          retryLabel={wording.reload}
        />
      ) : (
        <ErrorState message={wording.offline} detail={wording.offlineDetail} onRetry={onTryAgain} />
      )}
    </Screen>
  )
}
