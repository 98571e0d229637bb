import './profile-screen.css'
import { useEffect } from 'react'
import { Screen } from '#portal/screen/screen.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { logout } from './logout.ts'
import { currentSession } from './stored-session.ts'
import { signInWording } from './wording.ts'

const wording = signInWording.profile

/** §2, §4: e-mail and role as the stored token has them; a token that can't be read logs out. */
export function ProfileScreen() {
  const session = currentSession()
  const readable = session !== undefined

  useEffect(() => {
    if (!readable) void logout()
  }, [readable])

  if (!session) return null
  return (
    <Screen title={wording.title} narrow>
      <Card className="profile-card">
        <DescriptionList
          items={[
            { term: wording.email, value: session.email },
            { term: wording.role, value: session.role },
          ]}
        />
        <Button icon="log-out" onClick={() => void logout()}>
          {signInWording.logout}
        </Button>
      </Card>
    </Screen>
  )
}
