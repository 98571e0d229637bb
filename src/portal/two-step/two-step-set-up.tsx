import './two-step.css'
import { useEffect, useState } from 'react'
import { firstCode } from '#contract/session/form.ts'
import { call } from '#portal/calls/call.ts'
import { errorMessage, isFailure } from '#portal/calls/call-failure.ts'
import { type FormFailure, useForm } from '#portal/form/use-form.ts'
import { LoadingSkeleton } from '#portal/screen/loading-skeleton.tsx'
import { Banner, ErrorBanner } from '#ui/banner.tsx'
import { Button, FormActions } from '#ui/button.tsx'
import { CodeField } from './code-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type NewSecret = { secret: string; uri: string }

type TwoStepSetUpProps = {
  /** Two-step sign-in is on; the recovery codes are still to be shown. */
  onTurnedOn?: () => void
  /** The recovery codes were kept. */
  onDone: () => void
  onCancel?: () => void
}

/** A key for the authenticator app, its first code, and then the recovery codes. */
export function TwoStepSetUp({ onTurnedOn, onDone, onCancel }: TwoStepSetUpProps) {
  const [secret, setSecret] = useState<NewSecret>()
  const [error, setError] = useState<unknown>()
  const [codes, setCodes] = useState<string[]>()
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: again with each try
  useEffect(() => {
    const left = new AbortController()
    setError(undefined)
    call('POST /auth/two-step', {}, { signal: left.signal }).then(
      setSecret,
      (failure) => left.signal.aborted || setError(failure),
    )
    return () => left.abort()
  }, [tries])

  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (error) {
    return (
      <Banner tone="danger" title="Setup could not be started.">
        <p>{errorMessage(error)}</p>
        <Button icon="refresh" onClick={() => setTries(tries + 1)}>
          Try again
        </Button>
      </Banner>
    )
  }
  if (!secret) return <LoadingSkeleton lines={6} />
  return (
    <FirstCodeForm
      {...secret}
      onTurnedOn={(recoveryCodes) => {
        setCodes(recoveryCodes)
        onTurnedOn?.()
      }}
      onCancel={onCancel}
    />
  )
}

type FirstCodeFormProps = NewSecret & {
  onTurnedOn: (recoveryCodes: string[]) => void
  onCancel: (() => void) | undefined
}

function FirstCodeForm({ secret, uri, onTurnedOn, onCancel }: FirstCodeFormProps) {
  const form = useForm<'code', { code: string }>({
    values: { code: '' },
    takesFocus: true,
    schema: () => firstCode,
    async send(body) {
      onTurnedOn((await call('POST /auth/two-step/confirm', { body })).recoveryCodes)
    },
    failureOf(error): FormFailure {
      if (isFailure(error, 'wrong-code')) return { fields: { code: error.message } }
      return { title: 'Two-step sign-in was not turned on.', detail: errorMessage(error) }
    },
  })
  const { formError, locked } = form

  return (
    <form className="two-step stack" onSubmit={form.submit} noValidate>
      <ErrorBanner error={formError} />
      <p>
        Open an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or your
        password manager, and scan this code:
      </p>
      <QrCode text={uri} label="QR code for your authenticator app" />
      <p>
        No camera? Type this key into the app:{' '}
        <span className="two-step-key">{secret.replace(/.{4}(?=.)/g, '$& ')}</span>
      </p>
      <CodeField
        digitsOnly
        label="Code"
        hint="The 6 digits that the app is showing."
        {...form.field('code')}
      />
      <FormActions>
        <Button type="submit" tone="primary" busy={locked}>
          {locked ? 'Checking…' : 'Turn on'}
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </FormActions>
    </form>
  )
}

/** Modules of white around the code. */
const margin = 4

/** Draws the code in the browser. Its library is loaded with it; if that fails, the key can still be typed. */
function QrCode({ text, label }: { text: string; label: string }) {
  const [modules, setModules] = useState<boolean[][]>([])
  useEffect(() => {
    import('qr').then(
      ({ encodeQR }) => setModules(encodeQR(text, 'raw', { border: margin })),
      () => undefined,
    )
  }, [text])
  if (modules.length === 0) return null
  const path = modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg
      className="two-step-qr"
      viewBox={`0 0 ${modules.length} ${modules.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path.join('')} />
    </svg>
  )
}
