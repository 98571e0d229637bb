import type { Client } from '#contract/clients/schema.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { Anchor } from '#ui/anchor.tsx'
import { fullName } from './client-name.ts'

/** Whom a screen is about. */
export function ClientLink({ client }: { client: Client }) {
  const areaPath = useAreaPath()
  return (
    <Anchor dir="auto" href={areaPath('clientDetails', client.id)}>
      {fullName(client)}
    </Anchor>
  )
}
