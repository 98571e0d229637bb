import { useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { ownMessages } from '#contract/failures.ts'
import { returnFocus } from '#ui/focus-on-removal.ts'
import { useDialogs } from './use-dialogs.ts'

/** In place of the page, whose session ended under an open form. Goes when the same person has signed in, here or elsewhere. */
export function HeldPage() {
  const dialogs = useDialogs(true)

  // Other dialogs, too.
  useLayoutEffect(() => {
    const before = document.activeElement
    const others = document.querySelectorAll<HTMLElement>('body > :not(dialog, [hidden])')
    for (const element of others) element.hidden = true
    return () => {
      for (const element of others) element.hidden = false
      // Once the question is closed.
      queueMicrotask(() => returnFocus(before))
    }
  }, [])

  return createPortal(
    dialogs ? (
      <dialogs.SignInAgain />
    ) : (
      <dialog open>
        <p role="status">{ownMessages.sessionEnded}</p>
      </dialog>
    ),
    document.body,
  )
}
