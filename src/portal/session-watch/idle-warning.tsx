import './idle-warning.css'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { errorMessage } from '#portal/calls/call-failure.ts'
import { hasDrafts, hasUnstoredText } from '#portal/drafts/drafts.ts'
import { screenWording } from '#portal/screen/wording.ts'
import { logout } from '#portal/sign-in/logout.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

/** 75 → '1:15'. */
export function clockFace(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

type IdleWarningProps = {
  secondsLeft: number
  /** Tells the server; on success the warning disappears in all tabs. */
  onStay: () => Promise<void>
}

/** docs/product.md 42. The time is announced with the question and once more at the last minute, not every second. */
export function IdleWarning({ secondsLeft, onStay }: IdleWarningProps) {
  const textId = useId()
  const { mutate, isPending, error } = useMutation({ mutationFn: onStay })
  const stay = () => isPending || mutate()

  return (
    <Dialog
      open
      onClose={stay}
      title="Are you still there?"
      role="alertdialog"
      describedBy={textId}
      footer={
        <>
          <Button icon="log-out" onClick={() => void logout()}>
            {screenWording.logout}
          </Button>
          <Button tone="primary" data-first-focus="" busy={isPending} onClick={stay}>
            Stay signed in
          </Button>
        </>
      }
    >
      <div className="stack">
        <div className="stack" id={textId}>
          <p>You have not been active for a while. To keep client records safe, you will be signed out in</p>
          <p role="timer" className="idle-warning-time">
            {clockFace(secondsLeft)}
          </p>
          {hasDrafts() && (
            <p>
              {hasUnstoredText()
                ? 'Your text has not been saved yet. Do not close this tab.'
                : 'Your unsaved text will still be there when you sign in again.'}
            </p>
          )}
        </div>
        <span className="visually-hidden">
          <span role="status">{secondsLeft <= 60 && 'One minute left.'}</span>
        </span>
        {error && (
          <Banner tone="danger" title="Could not keep you signed in.">
            {errorMessage(error)}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
