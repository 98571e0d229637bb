import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { call } from '#portal/calls/call.ts'
import { errorMessage } from '#portal/calls/call-failure.ts'
import { SuccessMessage } from '#portal/screen/success-message.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { profileWording } from './wording.ts'

const wording = profileWording.otherSessions

export function OtherSessionsCard() {
  const [isAsking, setAsking] = useState(false)
  const ending = useMutation({
    mutationFn: () => call(sessionEndpoints.endOtherSessions, {}),
    onSuccess: () => setAsking(false),
  })

  function ask() {
    ending.reset()
    setAsking(true)
  }

  return (
    <Card className="profile-card" title={wording.title}>
      <p>{wording.text}</p>
      <SuccessMessage title={ending.isSuccess ? wording.done : undefined} />
      <Button icon="log-out" onClick={ask}>
        {wording.open}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={wording.question}
        confirmLabel={wording.confirm}
        busy={ending.isPending}
        error={ending.error ? `${wording.failed} ${errorMessage(ending.error)}` : undefined}
        onConfirm={() => ending.mutate()}
        onCancel={() => setAsking(false)}
      >
        {wording.consequence}
      </ConfirmDialog>
    </Card>
  )
}
