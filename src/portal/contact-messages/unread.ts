import { useQuery } from '@tanstack/react-query'
import { can } from '#contract/access/permissions.ts'
import { call } from '#portal/calls/call.ts'
import { useSession } from '#portal/session/use-session.ts'

export const unreadKey = ['contact-messages', 'unread'] as const

/** Milliseconds. */
const refetchInterval = 3 * 60_000

/**
 * The number of unread messages, read again from time to time and when the tab gets focus. Undefined until it is loaded, and
 * for roles that may not read messages.
 */
export function useUnreadMessages(): number | undefined {
  const { role } = useSession()
  const { data } = useQuery({
    queryKey: unreadKey,
    queryFn: ({ signal }) => call('GET /contact/unread', {}, { signal }),
    enabled: can(role, 'contact-messages:read'),
    refetchInterval,
    // Reading the count leaves no audit row.
    refetchOnWindowFocus: true,
  })
  return data?.count
}
