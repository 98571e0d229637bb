import './idle-warning.css'
import { useId, useState } from 'react'
import { sentenceOf } from '#portal/calls/call-failure.ts'
import { screenWording } from '#portal/screen/wording.ts'
import { hasDraft } from '#portal/session/draft.ts'
import { logout } from '#portal/sign-in/logout.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { clockFace } from './idle.ts'
import { sessionEndWording } from './wording.ts'

const wording = sessionEndWording.idle

type IdleWarningProps = {
  secondsLeft: number
  /** Tells the server; when that went well the warning is taken away from outside, in all tabs. */
  onStay: () => Promise<void>
}

/** Decision 42. The time is read aloud with the question and once more at the last minute, not every second. */
export function IdleWarning({ secondsLeft, onStay }: IdleWarningProps) {
  const textId = useId()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [draftKept] = useState(hasDraft)

  async function stay() {
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    await onStay().catch((error: unknown) => setFailure(sentenceOf(error)))
    setBusy(false)
  }

  return (
    <Dialog
      open
      onClose={() => void stay()}
      title={wording.title}
      role="alertdialog"
      describedBy={textId}
      footer={
        <>
          <Button icon="log-out" onClick={() => void logout()}>
            {screenWording.logout}
          </Button>
          <Button tone="primary" data-first-focus="" busy={busy} onClick={() => void stay()}>
            {wording.stay}
          </Button>
        </>
      }
    >
      <div className="idle-warning">
        <div className="idle-warning-text" id={textId}>
          <p>{wording.text}</p>
          <p role="timer" className="idle-warning-time">
            {clockFace(secondsLeft)}
          </p>
          {draftKept && <p>{wording.draftKept}</p>}
        </div>
        <VisuallyHidden>
          <span role="status">{secondsLeft <= 60 && wording.lastMinute}</span>
        </VisuallyHidden>
        {failure && (
          <Banner tone="danger" title={wording.failed}>
            {failure}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
