import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Progress } from '#ui/progress.tsx'
import type { ExportKind, MessageExport } from './use-message-export.ts'
import { messageWording } from './wording.ts'

const wording = messageWording.exports
const kinds: readonly ExportKind[] = ['csv', 'pdf']

export function ExportButtons({ exporting: { state, start } }: { exporting: MessageExport }) {
  return kinds.map((kind) => (
    <Button
      key={kind}
      icon="download"
      busy={state.stage === 'preparing' && state.kind === kind}
      onClick={() => void start(kind)}
    >
      {wording[kind]}
    </Button>
  ))
}

/** How far the file is, or why there is none. */
export function ExportProgress({ exporting: { state, start, cancel } }: { exporting: MessageExport }) {
  const progress = state.stage === 'preparing' ? state.progress : undefined
  return (
    <div className="message-export">
      <p className="visually-hidden" role="status">
        {state.stage === 'preparing' && wording.preparing}
      </p>
      {state.stage === 'preparing' && (
        <div className="message-export-progress">
          <Progress
            label={progress ? wording.progress(progress.done, progress.total) : wording.preparing}
            value={progress?.done}
            max={progress?.total}
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
