import { type ComponentProps, useEffect, useState } from 'react'
import type { FormError } from '#portal/form/use-form.ts'
import { ErrorBanner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'

type OtherWayProps = Omit<ComponentProps<typeof Button>, 'busy' | 'onClick'> & {
  /** Leaves or closes what the button is on. */
  start: () => Promise<unknown>
  errorOf: (error: unknown) => FormError
}

/** A way to sign in, or to confirm that, without the form that the button is below: a passkey, or the organization's account. */
export function OtherWay({ start, errorOf, ...button }: OtherWayProps) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<FormError>()

  // Back may show the page as it was left.
  useEffect(() => {
    const stay = () => setBusy(false)
    addEventListener('pageshow', stay)
    return () => removeEventListener('pageshow', stay)
  }, [])

  async function begin() {
    setBusy(true)
    setError(undefined)
    try {
      await start()
    } catch (failure) {
      setError(errorOf(failure))
      setBusy(false)
    }
  }

  return (
    <>
      <ErrorBanner error={error} />
      <Button {...button} busy={isBusy} onClick={() => void begin()} />
    </>
  )
}
