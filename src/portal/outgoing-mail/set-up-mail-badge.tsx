import { useQuery } from '@tanstack/react-query'
import { Badge } from '#ui/badge.tsx'
import { unsentMailQuery } from './queries.ts'

/** For an employee whose set-up mail has not been sent. */
export function SetUpMailBadge({ recipient }: { recipient: string }) {
  const { data = [] } = useQuery({ ...unsentMailQuery, refetchInterval: false })
  const mail = data.find(
    (unsent) => unsent.kind === 'set-up' && unsent.recipient.toLowerCase() === recipient.toLowerCase(),
  )
  if (!mail) return null
  return mail.state === 'refused' ? (
    <Badge tone="red">Setup email rejected</Badge>
  ) : (
    <Badge tone="yellow">Setup email waiting</Badge>
  )
}
