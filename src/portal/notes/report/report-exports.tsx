import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Progress } from '#ui/progress.tsx'
import type { ExportState, ReportExport } from './use-report-export.ts'
import { reportWording as wording } from './wording.ts'

type ReportButtonsProps = Partial<ReportExport> & {
  /** There is no report to take along. */
  disabled: boolean
}

/** The buttons of §2, which no paper shows. While the report is on its way, they hold their place. */
export function ReportButtons({ state, exports, disabled }: ReportButtonsProps) {
  return (
    <>
      <Button
        tone="primary"
        icon="download"
        disabled={disabled}
        busy={isBusy(state, 'pdf')}
        onClick={() => void exports?.pdf()}
      >
        {wording.download}
      </Button>
      <Button
        icon="print"
        disabled={disabled}
        busy={isBusy(state, 'print')}
        onClick={() => void exports?.print()}
      >
        {wording.print}
      </Button>
    </>
  )
}

function isBusy(state: ExportState | undefined, kind: 'pdf' | 'print'): boolean {
  if (state?.stage === 'making') return kind === 'pdf'
  return state?.stage === 'recording' && state.kind === kind
}

/** How far the PDF is, or why nothing was produced. */
export function ReportExportState({ state, exports, cancel }: ReportExport) {
  return (
    <div className="report-export">
      <p className="visually-hidden" role="status">
        {(state.stage === 'recording' || state.stage === 'making') && wording.preparing}
      </p>
      {state.stage === 'making' && (
        <div className="report-progress">
          <Progress
            label={state.progress ? wording.progress(state.progress) : wording.preparing}
            value={state.progress?.done}
            max={state.progress?.pages}
          />
          <Button icon="close" onClick={cancel}>
            {wording.cancel}
          </Button>
        </div>
      )}
      {state.stage === 'failed' && (
        <ErrorState
          message={state.message}
          detail={state.detail}
          onRetry={() => void exports[state.kind]()}
        />
      )}
    </div>
  )
}
