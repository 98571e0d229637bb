import './export-status.css'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Progress } from '#ui/progress.tsx'
import type { Exporting } from './use-export.ts'

type ExportStatusProps<Kind extends string> = {
  exporting: Exporting<Kind>
  wording: { preparing: string; progress: (done: number, total: number) => string; cancel: string }
}

/** How far the file is, or why there is none. */
export function ExportStatus<Kind extends string>({ exporting, wording }: ExportStatusProps<Kind>) {
  const { state, start, cancel } = exporting
  const progress = state.stage === 'running' ? state.progress : undefined
  const known = progress === 'starting' ? undefined : progress
  return (
    <div className="export-status">
      <p className="visually-hidden" role="status">
        {state.stage === 'running' && wording.preparing}
      </p>
      {progress && (
        <div className="export-progress">
          <Progress
            label={known ? wording.progress(known.done, known.total) : wording.preparing}
            value={known?.done}
            max={known?.total}
          />
          <Button icon="close" onClick={cancel}>
            {wording.cancel}
          </Button>
        </div>
      )}
      {state.stage === 'failed' && (
        <ErrorState message={state.message} detail={state.detail} onRetry={() => void start(state.kind)} />
      )}
    </div>
  )
}
