import { useEffect, useRef, useState } from 'react'
import { SuccessMessage } from '#portal/screen/success-message.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { PasswordChangeForm } from './password-change-form.tsx'
import { profileWording } from './wording.ts'

const wording = profileWording.password

/**
 * The form is opened on demand, and focus returns to what opened it. That stands where the form was sent: what was said
 * stays when it is pressed by the second of two clicks.
 */
export function PasswordCard() {
  const [isOpen, setIsOpen] = useState(false)
  const [isChanged, setIsChanged] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)

  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  function succeed() {
    setIsOpen(false)
    setIsChanged(true)
  }

  return (
    <Card className="profile-card" title={wording.title}>
      <p>{wording.text}</p>
      <SuccessMessage title={isChanged ? wording.changed : undefined}>{wording.changedDetail}</SuccessMessage>
      {isOpen ? (
        <PasswordChangeForm
          onSend={() => setIsChanged(false)}
          onChanged={succeed}
          onCancel={() => setIsOpen(false)}
        />
      ) : (
        <Button icon="key" ref={opener} onClick={() => setIsOpen(true)}>
          {wording.open}
        </Button>
      )}
    </Card>
  )
}
