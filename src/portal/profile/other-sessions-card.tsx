import { useState } from 'react'
import { sessionEndpoints } from '#contract/session/endpoints.ts'
import { call } from '#portal/calls/call.ts'
import { sentenceOf } from '#portal/calls/call-failure.ts'
import { SuccessMessage } from '#portal/screen/success-message.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { profileWording } from './wording.ts'

const wording = profileWording.otherSessions

type State =
  | { is: 'calm' | 'asking' | 'ending' }
  | { is: 'ended'; message: string }
  | { is: 'failed'; why: string }

export function OtherSessionsCard() {
  const [state, setState] = useState<State>({ is: 'calm' })

  async function endOthers() {
    setState({ is: 'ending' })
    try {
      const { message } = await call(sessionEndpoints.logoutOthers, {})
      setState({ is: 'ended', message })
    } catch (error) {
      setState({ is: 'failed', why: sentenceOf(error) })
    }
  }

  return (
    <Card className="profile-card" title={wording.title}>
      <p>{wording.text}</p>
      <SuccessMessage title={state.is === 'ended' ? state.message : undefined} />
      <Button icon="log-out" onClick={() => setState({ is: 'asking' })}>
        {wording.open}
      </Button>
      <ConfirmDialog
        open={state.is === 'asking' || state.is === 'ending' || state.is === 'failed'}
        title={wording.question}
        confirmLabel={wording.confirm}
        busy={state.is === 'ending'}
        error={state.is === 'failed' ? `${wording.failed} ${state.why}` : undefined}
        onConfirm={() => void endOthers()}
        onCancel={() => setState({ is: 'calm' })}
      >
        {wording.consequence}
      </ConfirmDialog>
    </Card>
  )
}
