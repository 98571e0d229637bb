import { ErrorState } from '#ui/error-state.tsx'
import { Screen } from './screen.tsx'
import { screenWording } from './wording.ts'

/** Instead of a screen whose program could not be loaded, as after an update, or which failed while drawing. */
export function BrokenScreen() {
  return (
    <Screen title={screenWording.brokenTitle}>
      <ErrorState
        message={screenWording.broken}
        onRetry={() => location.reload()}
        retryLabel={screenWording.reload}
      />
    </Screen>
  )
}
