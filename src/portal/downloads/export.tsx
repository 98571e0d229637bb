import '#ui/card.css'
import './export-status.css'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { errorMessage, isFailure } from '#portal/calls/call-failure.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { useToast } from '#ui/toast.tsx'
import { saveFile } from './files.ts'

type ExportProgress = 'starting' | { done: number; total: number }

type ExportState<Kind> =
  | { stage: 'idle' }
  | { stage: 'running'; kind: Kind; progress?: ExportProgress }
  | { stage: 'failed'; kind: Kind; message: string; detail: string }

interface ExportJob {
  signal: AbortSignal
  /** Shows the progress, and the button that cancels the export. */
  show: (progress: ExportProgress) => void
  /** Sets the error for the steps that follow; without a detail, the message of the failed call is added. */
  setFailureMessage: (message: string, detail?: string) => void
}

/**
 * Exports of records, one at a time. `run` returns the success message, if there is one. Leaving the screen cancels the
 * export.
 */
export function useExport<Kind extends string>(
  run: (kind: Kind, job: ExportJob) => Promise<string | undefined>,
) {
  const [state, setState] = useState<ExportState<Kind>>({ stage: 'idle' })
  const running = useRef<AbortController>(null)
  const toast = useToast()
  useEffect(() => () => running.current?.abort(), [])

  async function start(kind: Kind) {
    if (running.current) return
    const control = new AbortController()
    const { signal } = control
    running.current = control
    let failure: { message: string; detail?: string | undefined } = { message: '' }
    setState({ stage: 'running', kind })
    try {
      const done = await run(kind, {
        signal,
        show: (progress) => setState({ stage: 'running', kind, progress }),
        setFailureMessage: (message, detail) => {
          failure = { message, detail }
        },
      })
      setState({ stage: 'idle' })
      if (done) toast({ text: done })
    } catch (error) {
      const { message, detail = errorMessage(error) } = failure
      // Someone who does not confirm the password has changed their mind.
      const isCanceled = signal.aborted || isFailure(error, 'confirm-password')
      setState(isCanceled ? { stage: 'idle' } : { stage: 'failed', kind, message, detail })
    } finally {
      running.current = null
    }
  }

  return { state, start, cancel: () => running.current?.abort() }
}

export type Exporting<Kind extends string> = ReturnType<typeof useExport<Kind>>

interface CsvDownload {
  /** The server makes the file. */
  read: (signal: AbortSignal) => Promise<Blob>
  fileName: string
  failed: string
}

/** All rows that a list finds, however many. */
export function useCsvDownload({ read, fileName, failed }: CsvDownload) {
  return useExport<'csv'>(async (_, { signal, show, setFailureMessage }) => {
    show('starting')
    setFailureMessage(failed)
    const file = await read(signal)
    signal.throwIfAborted()
    saveFile(file, fileName)
    return 'The CSV file is in your downloads.'
  })
}

type ExportButtonProps<Kind extends string> = {
  exporting: Exporting<Kind>
  kind: Kind
  /** What is downloaded, where a screen has two such files. */
  what?: string
  disabled?: boolean
}

export function ExportButton<Kind extends string>({
  exporting,
  kind,
  what = kind.toUpperCase(),
  disabled,
}: ExportButtonProps<Kind>) {
  const { state, start } = exporting
  return (
    <Button
      icon="download"
      busy={state.stage === 'running' && state.kind === kind}
      disabled={disabled}
      onClick={() => void start(kind)}
    >
      Download {what}
    </Button>
  )
}

type ExportStatusProps<Kind extends string> = {
  exporting: Exporting<Kind>
  preparing?: string
  progressText?: (done: number, total: number) => string
}

/** The progress of an export, or why it failed. */
export function ExportStatus<Kind extends string>(props: ExportStatusProps<Kind>) {
  const { exporting, preparing = 'Preparing the download…', progressText } = props
  const { state, start, cancel } = exporting
  const progress = state.stage === 'running' ? state.progress : undefined
  const known = progress === 'starting' ? undefined : progress
  return (
    <div className="export-status screen-only">
      <p className="visually-hidden" role="status">
        {state.stage === 'running' && preparing}
      </p>
      {progress && (
        <div className="export-progress card row">
          <Progress
            label={(known && progressText?.(known.done, known.total)) ?? preparing}
            value={known?.done}
            max={known?.total}
          />
          <Button icon="close" onClick={cancel}>
            Cancel
          </Button>
        </div>
      )}
      {state.stage === 'failed' && (
        <ErrorState message={state.message} detail={state.detail} onRetry={() => void start(state.kind)} />
      )}
    </div>
  )
}

/** Indeterminate without a value. */
export function Progress({ label, value, max }: { label: ReactNode; value?: number; max?: number }) {
  const id = useId()
  return (
    <div className="progress">
      <label htmlFor={id}>{label}</label>
      <progress id={id} value={value} max={max} />
    </div>
  )
}
