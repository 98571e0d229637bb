import { can } from '#contract/access/permissions.ts'
import { screenPath } from '#contract/paths.ts'
import { useSession } from '#portal/session/use-session.ts'
import { LinkButton } from '#ui/button.tsx'

/** docs/product.md 54. */
export function ReportLink({ clientId }: { clientId: string }) {
  const { role } = useSession()
  if (!can(role, 'notes:export')) return null
  return (
    <LinkButton icon="file" href={screenPath('admin', 'clientNotesReport', clientId)}>
      Notes report
    </LinkButton>
  )
}
