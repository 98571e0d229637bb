import { useEffect, useRef, useState } from 'react'
import { SuccessMessage } from '#portal/screen/success-message.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { PasswordChangeForm } from './password-change-form.tsx'
import { profileWording } from './wording.ts'

const wording = profileWording.password

/** The form is opened on demand, and focus returns to what opened it. */
export function PasswordCard() {
  const [state, setState] = useState<'closed' | 'open' | 'changed'>('closed')
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)

  useEffect(() => {
    if (wasOpen.current && state !== 'open') opener.current?.focus()
    wasOpen.current = state === 'open'
  }, [state])

  return (
    <Card className="profile-card" title={wording.title}>
      <p>{wording.text}</p>
      <SuccessMessage title={state === 'changed' ? wording.changed : undefined}>
        {wording.changedDetail}
      </SuccessMessage>
      {state === 'open' ? (
        <PasswordChangeForm onChanged={() => setState('changed')} onCancel={() => setState('closed')} />
      ) : (
        <Button icon="key" ref={opener} onClick={() => setState('open')}>
          {wording.open}
        </Button>
      )}
    </Card>
  )
}
