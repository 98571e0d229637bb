import { useId, useLayoutEffect, useState } from 'react'
import { signInPaths } from '#contract/paths.ts'
import { hasOtherUnsaved, hasUnstoredText } from '#portal/drafts/drafts.ts'
import { dropOpenWork, giveUpHeldPage, resumeHeldPage } from '#portal/session/held-page.ts'
import { forgetRedirect } from '#portal/session/redirects.ts'
import { currentSession } from '#portal/session/stored-session.ts'
import { useSession } from '#portal/session/use-session.ts'
import { LoginForms } from '#portal/sign-in/login-forms.tsx'
import { redirectAfterLogin, storeSignIn } from '#portal/sign-in/sign-in.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'

/** Asks the person of the page that it stands over to sign in. */
export function SignInAgain() {
  const textId = useId()
  const { sub, role, email } = useSession()
  const [hasUnsaved] = useState(() => hasUnstoredText() || hasOtherUnsaved())

  // A layout effect, so that leaving asks as soon as the dialog is on the page.
  useLayoutEffect(() => {
    // Another person's sign-in empties the page without a question.
    const ask = (event: BeforeUnloadEvent) => currentSession() || event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])

  async function goOn(token: string) {
    const session = storeSignIn(token)
    if (session.sub === sub) {
      await resumeHeldPage()
      // What the page shows depends on both.
      if (session.role !== role || session.email !== email) location.reload()
      return
    }
    dropOpenWork()
    forgetRedirect()
    document.body.hidden = true
    redirectAfterLogin(session)
  }

  return (
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
            {hasUnsaved ? 'Leave without saving' : 'Leave this page'}
          </Button>
          <LinkButton icon="external" href={signInPaths.login} target="_blank">
            Sign in (new tab)
          </LinkButton>
        </>
      }
    >
      <div className="stack">
        <div className="stack" id={textId}>
          <p>
            Sign in again to continue where you were.{' '}
            {hasUnsaved &&
              'Your last changes have not been saved. They are kept in this tab, and saved once you have signed in.'}
          </p>
          <p>If someone else signs in, this page is closed{hasUnsaved ? ' and the text is lost' : ''}.</p>
        </div>
        <LoginForms email={email} isOverPage onSignedIn={goOn} />
      </div>
    </Dialog>
  )
}
