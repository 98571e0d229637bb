import { can } from '#contract/access/permissions.ts'
import { screenPath } from '#contract/paths.ts'
import { useSession } from '#portal/session/use-session.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { notesScreenWording as wording } from './wording.ts'

/** Decision 54, for those who may open the report. */
export function ReportLink({ clientId }: { clientId: string }) {
  const { role } = useSession()
  if (!can(role, 'notes:export')) return null
  return (
    <LinkButton icon="file" href={screenPath('admin', 'clientNotesReport', clientId)}>
      {wording.toReport}
    </LinkButton>
  )
}
