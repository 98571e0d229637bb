import { useQuery } from '@tanstack/react-query'
import { can } from '#contract/access/permissions.ts'
import { contactEndpoints } from '#contract/contact-messages/endpoints.ts'
import { call } from '#portal/calls/call.ts'
import { useSession } from '#portal/session/use-session.ts'

export const unreadKey = ['contact-messages', 'unread'] as const

/** Milliseconds. */
const lookAgainAfter = 3 * 60_000

/**
 * How many messages nobody has read, for whoever may read them; looked up again from time to time while the tab is
 * seen. Undefined for all others, and as long as it is not known.
 */
export function useUnreadMessages(): number | undefined {
  const { role } = useSession()
  const { data } = useQuery({
    queryKey: unreadKey,
    queryFn: ({ signal }) => call(contactEndpoints.unread, {}, { signal }),
    enabled: can(role, 'contact-messages:read'),
    refetchInterval: lookAgainAfter,
  })
  return data?.count
}
