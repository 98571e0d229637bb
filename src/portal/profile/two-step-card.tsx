import '#portal/two-step/two-step.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { passwordAndCode } from '#contract/session/form.ts'
import { call } from '#portal/calls/call.ts'
import { errorMessage, isFailure } from '#portal/calls/call-failure.ts'
import { Loaded } from '#portal/calls/loaded.tsx'
import { type FormFailure, useForm } from '#portal/form/use-form.ts'
import { refresh } from '#portal/query-client.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { SuccessMessage } from '#portal/screen/success-message.tsx'
import { useSession } from '#portal/session/use-session.ts'
import { CodeField } from '#portal/two-step/code-field.tsx'
import { OtherWay } from '#portal/two-step/other-way.tsx'
import { canUsePasskeys } from '#portal/two-step/passkey-support.ts'
import { RecoveryCodes } from '#portal/two-step/recovery-codes.tsx'
import { TwoStepSetUp } from '#portal/two-step/two-step-set-up.tsx'
import { twoStepNotLoaded } from '#portal/two-step/wording.ts'
import { ErrorBanner } from '#ui/banner.tsx'
import { Button, FormActions } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { sessionsQuery, twoStepQuery } from './queries.ts'

const failed = {
  newCodes: 'No new codes were made.',
  turnOff: 'Two-step sign-in was not turned off.',
} as const

type Step = 'setUp' | Change | { codes: string[]; title: string }
type Change = 'newCodes' | 'turnOff'
type Done = { title: string; detail?: string }

/** Setting up two-step sign-in, new recovery codes, and turning it off. */
export function TwoStepCard() {
  const queries = useQueryClient()
  const state = useQuery(twoStepQuery)
  const [step, setStep] = useState<Step>()
  const [canceled, setCanceled] = useState<Step>()
  const [done, setDone] = useState<Done>()
  const message = useRef<HTMLDivElement>(null)

  function open(next: Step) {
    setCanceled(undefined)
    setDone(undefined)
    setStep(next)
  }

  function cancel() {
    setCanceled(step)
    setStep(undefined)
  }

  function close(result: Done) {
    setStep(undefined)
    setDone(result)
    message.current?.focus()
  }

  /** For the button of each step: it gets focus back when the step is canceled. */
  const refOf = (next: Step) => (canceled === next ? takeFocus : undefined)

  function readAgain() {
    void refresh(queries, twoStepQuery)
    void refresh(queries, sessionsQuery)
  }

  return (
    <Card className="profile-card" title="Two-step sign-in">
      <SuccessMessage ref={message} title={done?.title}>
        {done?.detail}
      </SuccessMessage>
      {step === 'setUp' && (
        <TwoStepSetUp
          onTurnedOn={readAgain}
          onDone={() =>
            close({
              title: 'Two-step sign-in is on.',
              detail: 'You have been signed out everywhere else.',
            })
          }
          onCancel={cancel}
        />
      )}
      {(step === 'newCodes' || step === 'turnOff') && (
        <ChangeForm
          key={step}
          change={step}
          hasPasskey={(state.data?.passkeys ?? 0) > 0 && canUsePasskeys()}
          onCancel={cancel}
          onDone={(codes) => {
            readAgain()
            if (codes) setStep({ codes, title: 'You have new recovery codes.' })
            else
              close({
                title: state.data?.passkeys
                  ? 'Your authenticator app has been removed.'
                  : 'Two-step sign-in is off.',
              })
          }}
        />
      )}
      {typeof step === 'object' && (
        <RecoveryCodes
          codes={step.codes}
          onDone={() => close({ title: step.title, detail: 'The old ones no longer work.' })}
        />
      )}
      {!step && (
        <Loaded query={state} waiting={<LoadingSkeleton lines={2} />} failed={twoStepNotLoaded}>
          {({ isOn, hasApp, recoveryCodesLeft }) =>
            isOn ? (
              <>
                <p>
                  {hasApp
                    ? 'On. You sign in with your password and a code from your authenticator app.'
                    : 'On, because you have a passkey. To sign in with your password, you need a recovery code.'}{' '}
                  {recoveryCodesLeft === 1
                    ? '1 recovery code is left.'
                    : `${recoveryCodesLeft} recovery codes are left.`}
                </p>
                <FormActions>
                  <Button icon="key" ref={refOf('newCodes')} onClick={() => open('newCodes')}>
                    New recovery codes
                  </Button>
                  {hasApp ? (
                    <Button ref={refOf('turnOff')} onClick={() => open('turnOff')}>
                      Turn off
                    </Button>
                  ) : (
                    <Button ref={refOf('setUp')} onClick={() => open('setUp')}>
                      Set up an app
                    </Button>
                  )}
                </FormActions>
              </>
            ) : (
              <>
                <p>
                  Two-step sign-in protects your account even if someone learns your password: signing in also
                  takes a code from your phone.
                </p>
                <Button icon="key" ref={refOf('setUp')} onClick={() => open('setUp')}>
                  Set up
                </Button>
              </>
            )
          }
        </Loaded>
      )}
    </Card>
  )
}

const takeFocus = (button: HTMLButtonElement | null) => button?.focus()

type ChangeFormProps = {
  change: Change
  /** One that this browser may know makes new codes, too. */
  hasPasskey: boolean
  /** With new recovery codes, if they were made. */
  onDone: (codes?: string[]) => void
  onCancel: () => void
}

/** Both changes weaken two-step sign-in in wrong hands, so they need the password and a code. */
function ChangeForm({ change, hasPasskey, onDone, onCancel }: ChangeFormProps) {
  const { email } = useSession()
  const failureOf = (error: unknown) => ({ title: failed[change], detail: errorMessage(error) })
  const form = useForm<'password' | 'code', { password: string; code: string }>({
    values: { password: '', code: '' },
    takesFocus: true,
    schema: () => passwordAndCode,
    async send(body) {
      if (change === 'newCodes')
        return onDone((await call('POST /auth/two-step/recovery-codes', { body })).recoveryCodes)
      await call('DELETE /auth/two-step', { body })
      onDone()
    },
    failureOf(error): FormFailure {
      if (isFailure(error, 'wrong-password')) return { fields: { password: error.message } }
      if (isFailure(error, 'wrong-code')) return { fields: { code: error.message } }
      return failureOf(error)
    },
  })
  const { formError, locked } = form

  async function makeByPasskey() {
    const { passkeyAsConfirmation } = await import('#portal/two-step/passkeys.ts')
    const body = { passkey: await passkeyAsConfirmation() }
    onDone((await call('POST /auth/two-step/recovery-codes', { body })).recoveryCodes)
  }

  return (
    <form className="two-step stack" onSubmit={form.submit} noValidate>
      <ErrorBanner error={formError} />
      <p>
        {change === 'newCodes'
          ? 'Your current recovery codes will stop working.'
          : 'To change phones, turn it off and set it up again.'}
      </p>
      {/* Tells a password manager whose password it is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Password" required {...form.field('password')} />
      <CodeField label="Code or recovery code" {...form.field('code')} />
      <FormActions>
        <Button type="submit" tone="primary" busy={locked}>
          {locked ? 'Checking…' : change === 'newCodes' ? 'Make new codes' : 'Turn off'}
        </Button>
        <Button onClick={() => locked || onCancel()}>Cancel</Button>
      </FormActions>
      {hasPasskey && change === 'newCodes' && (
        <OtherWay icon="key" errorOf={failureOf} start={makeByPasskey}>
          Use a passkey
        </OtherWay>
      )}
    </form>
  )
}
