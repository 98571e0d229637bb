import { useQueryClient } from '@tanstack/react-query'
import { clientFields } from '#contract/clients/fields.ts'
import type { Client } from '#contract/clients/schema.ts'
import { longCalendarDate } from '#portal/screen/dates.ts'
import { fullName } from '#portal/screen/full-name.ts'
import { clientQueries } from './queries.ts'

/** docs/product.md 64: in every dialog about a client, because two may share a name. */
export function AboutClient({ client }: { client: Pick<Client, 'firstName' | 'lastName' | 'dateOfBirth'> }) {
  return (
    <>
      <strong dir="auto">{fullName(client)}</strong>
      <br />
      {clientFields.dateOfBirth.label}: {longCalendarDate(client.dateOfBirth)}
    </>
  )
}

/** The same for the client whose screen is open. */
export function AboutOpenClient({ clientId }: { clientId: string }) {
  const client = useQueryClient().getQueryData(clientQueries.one(clientId).queryKey)
  return client && <AboutClient client={client} />
}
