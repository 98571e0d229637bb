import { can } from '#contract/access/permissions.ts'
import { trailOfRecord } from '#portal/audit/queries.ts'
import { useSession } from '#portal/session/use-session.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { clientScreenWording } from './wording.ts'

/** To all that was done to the client and their notes, for whoever may read that. */
export function TrailLink({ clientId }: { clientId: string }) {
  if (!can(useSession().role, 'audit:read')) return null
  return (
    <LinkButton id="to-trail" icon="clock" href={trailOfRecord(clientId)}>
      {clientScreenWording.details.toTrail}
    </LinkButton>
  )
}
