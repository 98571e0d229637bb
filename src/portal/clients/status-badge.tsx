import { type ClientStatus, statusLabels, unknownStatus } from '#contract/clients/statuses.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'

/** docs/specification.md §2: active green, pending yellow, inactive gray. */
const tones = {
  active: 'green',
  pending: 'yellow',
  inactive: 'gray',
  discharged: 'blue',
} as const satisfies Record<ClientStatus, BadgeTone>

export function StatusBadge({ status }: { status: ClientStatus | null }) {
  if (status === null) return <Badge tone="violet">{unknownStatus}</Badge>
  return <Badge tone={tones[status]}>{statusLabels[status]}</Badge>
}
