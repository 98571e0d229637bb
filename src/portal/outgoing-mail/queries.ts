import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type OutgoingMail, outgoingMailEndpoints } from '#contract/outgoing-mail/endpoints.ts'
import { call } from '#portal/calls/call.ts'

/** Mail that has not gone out. */
export const outgoingMailQuery = queryOptions({
  queryKey: ['outgoing-mail'],
  queryFn: ({ signal }) => call(outgoingMailEndpoints.list, {}, { signal }),
})

/** Milliseconds. */
const lookAgainAfter = 5000

/** Mail that ought to have gone out, read again by itself while one waits. */
export const unsentMailQuery = queryOptions({
  ...outgoingMailQuery,
  refetchInterval: ({ state }) => (state.data?.some(isWaiting) ? lookAgainAfter : false),
  select: (mails) => mails.filter((mail) => !isOnItsWay(mail, Date.now())),
})

/** Milliseconds: a mail that nothing is wrong with is gone by then. */
const usualWay = 60_000

/** Written a moment ago and not tried yet. */
export function isOnItsWay({ state, attempts, createdAt }: OutgoingMail, now: number): boolean {
  return state === 'waiting' && attempts === 0 && now - Date.parse(createdAt) < usualWay
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
