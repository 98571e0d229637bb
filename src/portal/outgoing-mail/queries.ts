import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { OutgoingMail } from '#contract/outgoing-mail/endpoints.ts'
import { call } from '#portal/calls/call.ts'
import { refresh } from '#portal/query-client.ts'
import { serverNow } from '#portal/session/server-clock.ts'

/** Mail that has not been sent. */
export const outgoingMailQuery = queryOptions({
  queryKey: ['outgoing-mail'],
  queryFn: ({ signal }) => call('GET /outgoing-mail', {}, { signal }),
  // What is overdue depends on the clock, too, so that each reading counts as a change.
  structuralSharing: false,
})

/** Mail that is overdue, read again after each attempt to send one. */
export const unsentMailQuery = queryOptions({
  ...outgoingMailQuery,
  refetchInterval: ({ state }) => untilNextAttempt(state.data ?? [], serverNow().getTime()),
  select: (mails) => mails.filter((mail) => !isOnItsWay(mail, serverNow().getTime())),
})

/** Milliseconds. */
const [attemptTime, longestPause] = [5000, 60_000]

/** When waiting mail may have changed; false if none waits. Not more often, because each reading leaves an audit row. */
export function untilNextAttempt(mails: readonly OutgoingMail[], now: number): number | false {
  const attempts = mails.flatMap(({ nextAttemptAt }) => (nextAttemptAt ? [Date.parse(nextAttemptAt)] : []))
  if (attempts.length === 0) return false
  return Math.min(longestPause, Math.max(0, Math.min(...attempts) - now) + attemptTime)
}

/** Milliseconds: without a problem a mail is sent by then. */
const sendingTime = 60_000

/** Queued a moment ago and not tried yet. */
export function isOnItsWay({ state, attempts, createdAt }: OutgoingMail, now: number): boolean {
  return state === 'waiting' && attempts === 0 && now - Date.parse(createdAt) < sendingTime
}

export function isWaiting({ state }: OutgoingMail): boolean {
  return state === 'waiting'
}

export function useSendAgain({ id }: OutgoingMail) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /outgoing-mail/:id/resend', { params: { id } }),
    onSettled: (mail) =>
      refresh(queries, outgoingMailQuery, () =>
        queries.setQueryData(outgoingMailQuery.queryKey, (known) =>
          known?.map((listed) => (listed.id === mail?.id ? mail : listed)),
        ),
      ),
  })
}
