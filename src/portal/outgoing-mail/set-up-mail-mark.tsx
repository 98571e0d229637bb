import { useQuery } from '@tanstack/react-query'
import { Badge } from '#ui/badge.tsx'
import { unsentMailQuery } from './queries.ts'
import { outgoingMailWording as wording } from './wording.ts'

/** Beside a person whose set-up mail has not gone out; nothing beside everybody else. */
export function SetUpMailMark({ recipient }: { recipient: string }) {
  const { data = [] } = useQuery({ ...unsentMailQuery, refetchInterval: false })
  const mail = data.find(
    (one) => one.kind === 'set-up' && one.recipient.toLowerCase() === recipient.toLowerCase(),
  )
  if (!mail) return null
  return mail.state === 'refused' ? (
    <Badge tone="red">{wording.setUpRefused}</Badge>
  ) : (
    <Badge tone="yellow">{wording.setUpWaiting}</Badge>
  )
}
