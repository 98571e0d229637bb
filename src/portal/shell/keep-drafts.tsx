import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  draftListQuery,
  forgetDrafts,
  hasOtherUnsaved,
  hasUnstoredText,
  otherUnsaved,
  storeDrafts,
  unstoredDrafts,
} from '#portal/drafts/drafts.ts'
import { watchOpenWork } from '#portal/session/held-page.ts'
import { currentSession } from '#portal/session/stored-session.ts'
import { askBeforeLogout } from '#portal/sign-in/logout.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

/** Reads what this person left unsaved, while the first screen loads. Text that is typed is stored before the page is left. */
export function KeepDrafts() {
  useQuery(draftListQuery)
  const [question, setQuestion] = useState<{ answer: (isConfirmed: boolean) => void }>()

  useEffect(() => {
    const shown = new AbortController()
    storeBeforeLeaving(shown.signal)
    watchOpenWork({
      isUnstored: hasUnsaved,
      isFormOpen: () => document.querySelector('form') !== null,
      store: () => storeDrafts(false),
      drop: dropUnsaved,
    })
    askBeforeLogout(() => mayLogOut(() => new Promise((answer) => setQuestion({ answer }))))
    return () => shown.abort()
  }, [])

  function close(isConfirmed: boolean) {
    setQuestion(undefined)
    question?.answer(isConfirmed)
  }

  return (
    <ConfirmDialog
      open={question !== undefined}
      title="Log out without saving?"
      confirmLabel="Log out"
      onConfirm={() => close(true)}
      onCancel={() => close(false)}
    >
      <p>Your text or files have not been saved yet and would be lost. Log out anyway?</p>
    </ConfirmDialog>
  )
}

/** Milliseconds that the server has before the question. */
const timeout = 2000

async function mayLogOut(ask: () => Promise<boolean>): Promise<boolean> {
  await Promise.race([storeDrafts(), new Promise((resolve) => setTimeout(resolve, timeout))])
  if (hasUnsaved() && !(await ask())) return false
  // Leaving must not ask a second time.
  dropUnsaved()
  return true
}

function dropUnsaved(): void {
  forgetDrafts()
  otherUnsaved.clear()
}

const hasUnsaved = () => hasUnstoredText() || hasOtherUnsaved()

/** Until `signal` is aborted. Asks where text would be lost: it could not be stored, or older text is still being sent. */
function storeBeforeLeaving(signal: AbortSignal): void {
  const hide = () => document.visibilityState === 'hidden' && void storeDrafts()
  document.addEventListener('visibilitychange', hide, { signal })
  addEventListener('pagehide', () => void storeDrafts(), { signal })
  addEventListener('online', () => void storeDrafts(false), { signal })
  addEventListener('beforeunload', (event) => wouldLoseText() && event.preventDefault(), { signal })
}

function wouldLoseText(): boolean {
  if (hasOtherUnsaved()) return currentSession() !== undefined
  // Firefox 125 to 132 can't send anything once the page is left.
  const storesLater = 'keepalive' in Request.prototype
  return (
    currentSession() !== undefined &&
    unstoredDrafts().some(({ state, isSending }) => !storesLater || isSending || state.failure)
  )
}
