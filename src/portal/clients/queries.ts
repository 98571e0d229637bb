import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ClientPage, clientEndpoints, type dashboardRanges } from '#contract/clients/endpoints.ts'
import type { ClientForm } from '#contract/clients/schema.ts'
import { call } from '#portal/session/call.ts'
import type { ListAddress } from './list-address.ts'

export const clientsPerPage = 50

export type SummaryRange = (typeof dashboardRanges)[number]

export type PageFilter = Pick<ListAddress, 'search' | 'status' | 'cursor'>

export const clientKeys = {
  all: ['clients'],
  page: (filter: PageFilter) => ['clients', 'page', filter],
  summary: (range: SummaryRange) => ['clients', 'summary', range],
  one: (id: string) => ['clients', 'one', id],
} as const

/** The old page stays in view until the new one is there. */
export function useClientPage(filter: PageFilter) {
  return useQuery({
    queryKey: clientKeys.page(filter),
    queryFn: ({ signal }) => readPage(filter, signal),
    placeholderData: keepPreviousData,
  })
}

async function readPage(filter: PageFilter, signal: AbortSignal): Promise<ClientPage> {
  const reply = await call(
    clientEndpoints.list,
    { query: { ...filter, limit: String(clientsPerPage) } },
    { signal },
  )
  // With a limit the answer is a page (decision 35); the type leaves both open.
  if (Array.isArray(reply)) return { items: reply, total: reply.length, nextCursor: null }
  return reply
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
