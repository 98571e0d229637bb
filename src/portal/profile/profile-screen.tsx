import './profile-screen.css'
import { useQuery } from '@tanstack/react-query'
import { screens } from '#contract/paths.ts'
import { Screen } from '#portal/screen/screen.tsx'
import { screenWording } from '#portal/screen/wording.ts'
import { useSession } from '#portal/session/use-session.ts'
import { logout } from '#portal/sign-in/logout.ts'
import { passkeyHost } from '#portal/two-step/passkey-support.ts'
import { providerName } from '#portal/two-step/provider.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { EmailAddress } from '#ui/unbroken-text.tsx'
import { OrganizationCard } from './organization-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { organizationQuery } from './queries.ts'
import { SessionsCard } from './sessions-card.tsx'
import { TwoStepCard } from './two-step-card.tsx'

/** Email and role are those of the stored token; without one that can be read the area guard redirects to the login. */
export function ProfileScreen() {
  const session = useSession()
  const provider = providerName()
  const { data: account } = useQuery({ ...organizationQuery, enabled: provider !== '' })
  return (
    <Screen title={screens.profile.title}>
      <div className="profile">
        <Card className="profile-card" title="Account">
          <DescriptionList
            items={[
              ...(session.name ? [{ term: 'Name', value: <span dir="auto">{session.name}</span> }] : []),
              { term: 'Email', value: <EmailAddress address={session.email} /> },
              { term: 'Role', value: session.role },
            ]}
          />
          <Button icon="log-out" onClick={() => void logout()}>
            {screenWording.logout}
          </Button>
        </Card>
        {account?.hasPassword !== false && <PasswordCard />}
        {account && <OrganizationCard name={provider} isLinked={account.isLinked} />}
        <TwoStepCard />
        {passkeyHost() !== '' && <PasskeysCard />}
        <SessionsCard />
      </div>
    </Screen>
  )
}
