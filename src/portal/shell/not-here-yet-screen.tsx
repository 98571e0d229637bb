import { useAreaPath } from '#portal/screen/area.ts'
import { Screen } from '#portal/screen/screen.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { notHereYet, type ScreenNotHereYet } from './not-here-yet.ts'
import { shellWording } from './wording.ts'

export function NotHereYetScreen({ screen }: { screen: ScreenNotHereYet }) {
  const areaPath = useAreaPath()
  return (
    <Screen title={notHereYet[screen]} narrow>
      <EmptyState
        icon="clock"
        title={shellWording.notHereYet}
        action={
          <LinkButton tone="primary" href={areaPath('clients')}>
            {shellWording.toClients}
          </LinkButton>
        }
      >
        <p>{shellWording.notHereYetDetail}</p>
      </EmptyState>
    </Screen>
  )
}
