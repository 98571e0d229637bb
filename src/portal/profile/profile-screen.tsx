import './profile-screen.css'
import { Screen } from '#portal/screen/screen.tsx'
import { screenWording } from '#portal/screen/wording.ts'
import { useSession } from '#portal/session/use-session.ts'
import { logout } from '#portal/sign-in/logout.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { EmailAddress } from '#ui/unbroken-text.tsx'
import { PasswordCard } from './password-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { TwoStepCard } from './two-step-card.tsx'
import { profileWording as wording } from './wording.ts'

/** Email and role are those of the stored token; without one that can be read the area guard redirects to the login. */
export function ProfileScreen() {
  const session = useSession()
  return (
    <Screen title={wording.title}>
      <div className="profile">
        <Card className="profile-card" title={wording.account}>
          <DescriptionList
            items={[
              ...(session.name
                ? [{ term: wording.name, value: <span dir="auto">{session.name}</span> }]
                : []),
              { term: wording.email, value: <EmailAddress address={session.email} /> },
              { term: wording.role, value: session.role },
            ]}
          />
          <Button icon="log-out" onClick={() => void logout()}>
            {screenWording.logout}
          </Button>
        </Card>
        <PasswordCard />
        <TwoStepCard />
        <SessionsCard />
      </div>
    </Screen>
  )
}
