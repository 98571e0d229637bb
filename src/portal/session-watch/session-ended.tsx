import { useEffect, useId, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { signInPaths } from '#contract/paths.ts'
import { giveUpHeldPage } from '#portal/session/held-page.ts'
import { currentSession } from '#portal/session/stored-session.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

/** In place of the page, whose session ended before the server had stored all text. Closes when the same person signs in again. */
export function SessionEnded() {
  const textId = useId()

  // Other dialogs, too. The dialog below has noted before what to focus when it closes.
  useLayoutEffect(() => {
    const others = document.querySelectorAll<HTMLElement>('body > :not(dialog, [hidden])')
    for (const element of others) element.hidden = true
    return () => {
      for (const element of others) element.hidden = false
    }
  }, [])

  useEffect(() => {
    // Another person's sign-in empties the page without a question.
    const ask = (event: BeforeUnloadEvent) => currentSession() || event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])

  return createPortal(
    <Dialog
      open
      locked
      onClose={() => undefined}
      title="Your session has ended"
      role="alertdialog"
      describedBy={textId}
      hidesToasts
      footer={
        <>
          <Button icon="log-out" onClick={giveUpHeldPage}>
            Leave without text
          </Button>
          <LinkButton tone="primary" href={signInPaths.login} target="_blank" data-first-focus="">
            Sign in (new tab)
          </LinkButton>
        </>
      }
    >
      <div className="stack" id={textId}>
        <p>Your last changes have not been saved. They are kept in this tab as long as it stays open.</p>
        <p>Sign in again in a new tab. Your text is then saved as a draft, and you can continue here.</p>
        <p>If someone else signs in instead, this tab is emptied and the text is lost.</p>
      </div>
    </Dialog>,
    document.body,
  )
}
