import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type OutgoingMail, outgoingMailEndpoints } from '#contract/outgoing-mail/endpoints.ts'
import { call } from '#portal/calls/call.ts'

/** Mail that has not been sent. */
export const outgoingMailQuery = queryOptions({
  queryKey: ['outgoing-mail'],
  queryFn: ({ signal }) => call(outgoingMailEndpoints.list, {}, { signal }),
})

/** Milliseconds. */
const pollInterval = 5000

/** Mail that is overdue, polled while one waits. */
export const unsentMailQuery = queryOptions({
  ...outgoingMailQuery,
  refetchInterval: ({ state }) => (state.data?.some(isWaiting) ? pollInterval : false),
  select: (mails) => mails.filter((mail) => !isOnItsWay(mail, Date.now())),
})

/** Milliseconds: without a problem a mail is sent by then. */
const usualDelay = 60_000

/** Queued a moment ago and not tried yet. */
export function isOnItsWay({ state, attempts, createdAt }: OutgoingMail, now: number): boolean {
  return state === 'waiting' && attempts === 0 && now - Date.parse(createdAt) < usualDelay
}

export function isWaiting({ state }: OutgoingMail): boolean {
  return state === 'waiting'
}

export function useSendAgain({ id }: OutgoingMail) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(outgoingMailEndpoints.resend, { params: { id } }),
    onSuccess: (mail) => {
      queries.setQueryData(outgoingMailQuery.queryKey, (known) =>
        known?.map((one) => (one.id === id ? mail : one)),
      )
    },
    onSettled: () => queries.invalidateQueries({ queryKey: outgoingMailQuery.queryKey }),
  })
}
