import { useCallback, useEffect, useRef, useState } from 'react'
import { sentenceOf } from '#portal/calls/call-failure.ts'
import { useToast } from '#ui/toast.tsx'

/** How much is made so far; 'starting' until that is known. */
type Progress = 'starting' | { done: number; total: number }

type ExportState<Kind> =
  | { stage: 'idle' }
  | { stage: 'running'; kind: Kind; progress?: Progress }
  | { stage: 'failed'; kind: Kind; message: string; detail: string }

interface ExportJob {
  signal: AbortSignal
  /** Shows how far it is, and the button that cancels it. */
  show: (progress: Progress) => void
  /** What to say should the next step fail; without a detail, the failed call's own sentence follows. */
  ifItFails: (message: string, detail?: string) => void
}

/**
 * Ways in which records leave the portal, one at a time. `run` takes the steps of one and answers what to say when it is
 * done, if anything. A screen that is left cancels it.
 */
export function useExport<Kind extends string>(
  run: (kind: Kind, job: ExportJob) => Promise<string | undefined>,
) {
  const [state, setState] = useState<ExportState<Kind>>({ stage: 'idle' })
  const running = useRef<AbortController>(null)
  const toast = useToast()
  useEffect(() => () => running.current?.abort(), [])
  const isRunning = useCallback(() => running.current !== null, [])

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
        ifItFails: (message, detail) => {
          failure = { message, detail }
        },
      })
      setState({ stage: 'idle' })
      if (done) toast({ text: done })
    } catch (error) {
      const { message, detail = sentenceOf(error) } = failure
      setState(signal.aborted ? { stage: 'idle' } : { stage: 'failed', kind, message, detail })
    } finally {
      running.current = null
    }
  }

  return { state, start, cancel: () => running.current?.abort(), isRunning }
}

export type Exporting<Kind extends string> = ReturnType<typeof useExport<Kind>>
