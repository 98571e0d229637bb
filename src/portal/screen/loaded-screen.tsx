import { Component, type ReactNode, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { BrokenScreen } from './broken-screen.tsx'
import type { LoadScreen } from './load-screen.ts'
import { type ComingHeading, ScreenSkeleton } from './screen-skeleton.tsx'

type LoadedScreenProps = ComingHeading & { load: LoadScreen }

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
function ComingScreen({ load, ...heading }: LoadedScreenProps) {
  const [Screen] = useState(load)
  return (
    <Suspense fallback={<ScreenSkeleton {...heading} />}>
      <Screen />
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
