import './profile-screen.css'
import { Screen } from '#portal/screen/screen.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { useSession } from './area-guard.tsx'
import { logout } from './logout.ts'
import { signInWording } from './wording.ts'

const wording = signInWording.profile

/** §2, §4: e-mail and role as the stored token has them; the guard logs out whose token is gone or can't be read. */
export function ProfileScreen() {
  const session = useSession()
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
