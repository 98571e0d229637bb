import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ClientPage, clientEndpoints, type dashboardRanges } from '#contract/clients/endpoints.ts'
import type { ClientForm } from '#contract/clients/schema.ts'
import { call } from '#portal/session/call.ts'
import type { ListAddress } from './list-address.ts'

export const clientsPerPage = 50

export type SummaryRange = (typeof dashboardRanges)[number]

/** A page, and the place in the list that it was read for: while the next one is awaited, these are not the address's. */
export type FoundPage = ClientPage & { address: ListAddress }

export const clientKeys = {
  all: ['clients'],
  page: (address: ListAddress) => ['clients', 'page', address],
  summary: (range: SummaryRange) => ['clients', 'summary', range],
  one: (id: string) => ['clients', 'one', id],
} as const

/** The old page stays in view until the new one is there. */
export function useClientPage(address: ListAddress) {
  return useQuery({
    queryKey: clientKeys.page(address),
    queryFn: ({ signal }) => readPage(address, signal),
    placeholderData: keepPreviousData,
  })
}

async function readPage(address: ListAddress, signal: AbortSignal): Promise<FoundPage> {
  const { search, status, cursor } = address
  const reply = await call(
    clientEndpoints.list,
    { query: { search, status, cursor, limit: String(clientsPerPage) } },
    { signal },
  )
  // With a limit the answer is a page (decision 35); the type leaves both open.
  if (Array.isArray(reply)) return { address, items: reply, total: reply.length, nextCursor: null }
  return { ...reply, address }
}

export function useClientSummary(range: SummaryRange) {
  return useQuery({
    queryKey: clientKeys.summary(range),
    queryFn: ({ signal }) => call(clientEndpoints.summary, { query: { range } }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function useClient(id: string) {
  return useQuery({
    queryKey: clientKeys.one(id),
    queryFn: ({ signal }) => call(clientEndpoints.get, { params: { id } }, { signal }),
    enabled: id !== '',
  })
}

export function useAddClient() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (client: ClientForm) => call(clientEndpoints.add, { body: client }),
    onSuccess: () => queries.invalidateQueries({ queryKey: clientKeys.all }),
  })
}
