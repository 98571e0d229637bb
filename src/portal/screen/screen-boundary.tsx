import { Component, type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { BrokenScreen } from './broken-screen.tsx'
import { ScreenSkeleton } from './screen-skeleton.tsx'

type ScreenBoundaryProps = { title: string | undefined; children: ReactNode }

/** Around each screen: a skeleton while its program is on its way, a way out if it fails. Another address starts anew. */
export function ScreenBoundary({ title, children }: ScreenBoundaryProps) {
  const { pathname } = useLocation()
  return (
    <FailureBoundary key={pathname}>
      <Suspense fallback={<ScreenSkeleton title={title} />}>{children}</Suspense>
    </FailureBoundary>
  )
}

/** React knows error boundaries only as classes. */
class FailureBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <BrokenScreen /> : this.props.children
  }
}
