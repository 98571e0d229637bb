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
import { Screen } from './screen.tsx'
import { type ComingHeading, ScreenSkeleton } from './screen-skeleton.tsx'
import { screenWording as wording } from './wording.ts'

/** Answers a screen whose program is on its way, or there already. */
type LoadScreen = () => LazyExoticComponent<ComponentType>

/** React never asks twice for a program that failed to come; who opens the screen again, with a network again, does. */
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

type LoadedScreenProps = { heading: ComingHeading; load: LoadScreen }

/** A screen: a skeleton while its program is on its way, a way out if it fails. Another address starts anew. */
export function LoadedScreen(props: LoadedScreenProps) {
  const { pathname } = useLocation()
  return (
    <FailureBoundary key={pathname}>
      <ComingScreen {...props} />
    </FailureBoundary>
  )
}

/** Above what waits, so that it knows from one try to draw the screen to the next which load it waits for. */
function ComingScreen({ load, heading }: LoadedScreenProps) {
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

/** Instead of a screen whose program could not be loaded, as after an update, or which failed while drawing. */
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
