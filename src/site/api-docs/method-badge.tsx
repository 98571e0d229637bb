import { Badge, type BadgeTone } from '#ui/badge.tsx'

const tones: Record<string, BadgeTone> = {
  GET: 'blue',
  POST: 'green',
  PUT: 'yellow',
  PATCH: 'yellow',
  DELETE: 'red',
}

export function MethodBadge({ method }: { method: string }) {
  return (
    <span className="api-method">
      <Badge tone={tones[method] ?? 'grey'}>{method}</Badge>
    </span>
  )
}
