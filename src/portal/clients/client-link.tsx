import './client-link.css'
import type { ClientListItem } from '#contract/clients/schema.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { fullName } from '#portal/screen/full-name.ts'
import { Anchor } from '#ui/anchor.tsx'

export function ClientLink({ client }: { client: Pick<ClientListItem, 'id' | 'firstName' | 'lastName'> }) {
  const areaPath = useAreaPath()
  return (
    <Anchor className="client-link" dir="auto" href={areaPath('clientDetails', client.id)}>
      {fullName(client)}
    </Anchor>
  )
}
