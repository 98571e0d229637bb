import { useEffect, useRef, useState } from 'react'
import { passwordLengthText, sessionWording } from '#contract/session/wording.ts'
import { call } from '#portal/calls/call.ts'
import { CallFailure, errorMessage, isFailure, isUnanswered } from '#portal/calls/call-failure.ts'
import { type FormFailure, useForm } from '#portal/form/use-form.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { SuccessMessage } from '#portal/screen/success-message.tsx'
import { redirectToLoginAs } from '#portal/session/redirects.ts'
import { currentSession } from '#portal/session/stored-session.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'
import { UnbrokenText } from '#ui/unbroken-text.tsx'
import { forgetLinkToken, readLinkToken } from './link-token.ts'
import { endStoredSession } from './logout.ts'
import { NewPasswordFields, passwordForm } from './new-password.tsx'
import { BackToLogin, ForgotPasswordLink, focusFirstEmptyField, SignInCard } from './sign-in-card.tsx'

/** Milliseconds (docs/specification.md §9). */
const waitBeforeLogin = 2500

export function SetPasswordScreen() {
  const [token] = useState(readLinkToken)
  const [session] = useState(currentSession)
  return (
    <SignInCard
      title="Set password"
      subtitle={
        token
          ? `Choose a password with ${passwordLengthText}. Several unrelated words are easy to remember and hard to guess.`
          : undefined
      }
    >
      {token ? (
        <CheckedLink token={token} signedInAs={session?.email} />
      ) : (
        <Banner tone="warning" title={sessionWording.linkMissing}>
          <p>
            Open the complete link again. To get a new one, use Forgot Password or ask the person who created
            your account.
          </p>
          <ForgotPasswordLink />
        </Banner>
      )}
      <BackToLogin />
    </SignInCard>
  )
}

type SetPasswordFormProps = { token: string; signedInAs: string | undefined }

/** Asks first: no one should type a password for a link that has expired. The form says it again when it is sent. */
function CheckedLink(props: SetPasswordFormProps) {
  const { token } = props
  const [link, setLink] = useState<{ email?: string; error?: unknown }>()
  useEffect(() => {
    call('POST /auth/link', { body: { token } }).then(setLink, (error) => setLink({ error }))
  }, [token])
  if (!link) return <LoadingSkeleton />
  return (
    <>
      {link.email && (
        <p>
          <UnbrokenText text={`Account: ${link.email}`} />
        </p>
      )}
      {isFailure(link.error, 'link-not-valid') && (
        <Banner tone="warning" title={link.error.message}>
          <ForgotPasswordLink />
        </Banner>
      )}
      <SetPasswordForm {...props} account={link.email} />
    </>
  )
}

function SetPasswordForm({ token, signedInAs, account }: SetPasswordFormProps & { account?: string }) {
  const [saved, setSaved] = useState(false)
  const [linkExpired, setLinkExpired] = useState(false)
  const form = useForm<'password' | 'confirm', { password: string }>({
    values: { password: '', confirm: '' },
    schema: () => passwordForm,
    async send({ password }) {
      await call('POST /auth/save', { body: { token, password } })
      forgetLinkToken()
      // The next sign-in must not continue the session that another person has open in this browser.
      endStoredSession()
      setSaved(true)
    },
    failureOf(error): FormFailure {
      const { password } = error instanceof CallFailure ? error.fields : {}
      // docs/product.md 43: this one is shown beside the field, every other failure as the specified sentence.
      if (password === sessionWording.passwordTooCommon) return { fields: { password } }
      const isExpired = isFailure(error, 'link-not-valid')
      if (isExpired) forgetLinkToken()
      setLinkExpired(isExpired)
      // An earlier try without a reply may have used the link.
      const linkAdvice = mayBeSaved.current
        ? 'Your first try may have worked. Sign in with the password that you chose. If that fails, get a new link.'
        : 'To get a new link, use Forgot Password or ask the person who created your account.'
      mayBeSaved.current ||= isUnanswered(error)
      return {
        title: 'Failed to set password. Your token may have expired.',
        detail: isExpired ? linkAdvice : errorMessage(error),
      }
    },
  })
  const { formError, locked } = form
  const mayBeSaved = useRef(false)
  const success = useRef<HTMLDivElement>(null)
  const fields = useRef<HTMLFormElement>(null)

  useEffect(() => focusFirstEmptyField(fields.current), [])

  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(() => redirectToLoginAs(account), waitBeforeLogin)
    return () => clearTimeout(timer)
  }, [saved, account])

  return (
    <>
      <SuccessMessage title={saved ? sessionWording.passwordSaved : undefined} ref={success}>
        You will be taken to the login page.
      </SuccessMessage>
      {!saved && (
        <form
          className="stack"
          onSubmit={form.submit}
          noValidate
          ref={(element) => {
            fields.current = element
            return focusOnRemoval(() => success.current)(element)
          }}
        >
          {formError && (
            <Banner tone="danger" title={formError.title}>
              <p>{formError.detail}</p>
              {linkExpired && <ForgotPasswordLink />}
            </Banner>
          )}
          {signedInAs && !(formError && linkExpired) && (
            <Banner title={`This browser is signed in as ${signedInAs}.`} announce="none">
              Setting a password here ends that session, so that nobody works under another person’s name.
            </Banner>
          )}
          {/* Tells a password manager whose password it is. */}
          {account && <input type="email" autoComplete="username" value={account} readOnly hidden />}
          <NewPasswordFields form={form} />
          <Button type="submit" tone="primary" busy={locked}>
            {locked ? 'Saving...' : 'Set password'}
          </Button>
        </form>
      )}
    </>
  )
}
