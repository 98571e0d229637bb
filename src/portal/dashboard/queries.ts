import { useQuery } from '@tanstack/react-query'
import { clientKeys, readSilentClients } from '#portal/clients/queries.ts'

/** How many clients the card names; the list has them all. */
const namedClients = 5

/** Active clients without a note since Monday, the longest silent first, and how many there are in all. */
export function useSilentClients() {
  return useQuery({
    queryKey: clientKeys.silent,
    queryFn: ({ signal }) => readSilentClients(namedClients, signal),
    // Whoever comes back from writing a note doesn't find that client here again.
    staleTime: 0,
  })
}
