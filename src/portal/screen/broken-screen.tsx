import { ErrorState } from '#ui/error-state.tsx'
import { Screen } from './screen.tsx'
import { screenWording as wording } from './wording.ts'

/** Instead of a screen whose program could not be loaded, as after an update, or which failed while drawing. */
export function BrokenScreen({ onTryAgain }: { onTryAgain: () => void }) {
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
