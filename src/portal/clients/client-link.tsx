import './client-link.css'
import type { Client } from '#contract/clients/schema.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { fullName } from '#portal/screen/full-name.ts'
import { Anchor } from '#ui/anchor.tsx'

/** Whom a screen is about. */
export function ClientLink({ client }: { client: Client }) {
  const areaPath = useAreaPath()
  return (
    <Anchor className="client-link" dir="auto" href={areaPath('clientDetails', client.id)}>
      {fullName(client)}
    </Anchor>
  )
}
