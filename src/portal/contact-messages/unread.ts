import { useQuery } from '@tanstack/react-query'
import { can } from '#contract/access/permissions.ts'
import { call } from '#portal/calls/call.ts'
import { useSession } from '#portal/session/use-session.ts'

export const unreadKey = ['contact-messages', 'unread'] as const

/** Milliseconds. */
const refetchInterval = 3 * 60_000

/** The number of unread messages, read again from time to time and when the tab gets focus. Not for roles that may not read them. */
export function useUnreadMessages() {
  const { role } = useSession()
  return useQuery({
    queryKey: unreadKey,
    queryFn: ({ signal }) => call('GET /contact/unread', {}, { signal }),
    enabled: can(role, 'contact-messages:read'),
    refetchInterval,
    // Reading the count leaves no audit row.
    refetchOnWindowFocus: true,
    select: ({ count }) => count,
  })
}
