import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type OutgoingMail, outgoingMailEndpoints } from '#contract/outgoing-mail/endpoints.ts'
import { call } from '#portal/calls/call.ts'

export const outgoingMailKeys = { all: ['outgoing-mail'] } as const

const outgoingMail = queryOptions({
  queryKey: outgoingMailKeys.all,
  queryFn: ({ signal }) => call(outgoingMailEndpoints.list, {}, { signal }),
})

/** Milliseconds. */
const lookAgainAfter = 5000

/**
 * Mail that ought to have gone out. While one waits, whether it went is looked up again by itself, as long as somebody
 * looks.
 */
export function useOutgoingMail() {
  return useQuery({
    ...outgoingMail,
    refetchInterval: ({ state }) => (state.data?.some(isWaiting) ? lookAgainAfter : false),
    select: (mails) => mails.filter((mail) => !isOnItsWay(mail, Date.now())),
  })
}

/** How many mails the mail server refused for good. */
export function useRefusedMails() {
  return useQuery({
    ...outgoingMail,
    select: (mails) => mails.filter(({ state }) => state === 'refused').length,
  })
}

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
      queries.setQueryData<OutgoingMail[]>(outgoingMailKeys.all, (known) =>
        known?.map((one) => (one.id === id ? mail : one)),
      )
    },
    onSettled: () => queries.invalidateQueries({ queryKey: outgoingMailKeys.all }),
  })
}
