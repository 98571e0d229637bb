import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MovedCounts } from '#contract/client-merges/endpoints.ts'
import { movedKinds, type Side } from '#contract/client-merges/rules.ts'
import type { Client } from '#contract/clients/schema.ts'
import { screenPath } from '#contract/paths.ts'
import { namesOf } from '#contract/record-field.ts'
import { call } from '#portal/calls/call.ts'
import { clientKeys, clientQueries } from '#portal/clients/queries.ts'
import { newDraftId } from '#portal/drafts/drafts.ts'
import { refresh } from '#portal/query-client.ts'
import { plural } from '#portal/screen/plural.ts'

export const mergeQueries = {
  /** The records that were merged into a client. */
  ofClient: (id: string) =>
    queryOptions({
      queryKey: ['client-merges', id],
      queryFn: ({ signal }) => call('GET /clients/:id/merges', { params: { id } }, { signal }),
    }),

  /** What would move. */
  counts: (id: string) =>
    queryOptions({
      queryKey: ['client-merges', 'counts', id],
      queryFn: ({ signal }) => call('GET /clients/:id/record-counts', { params: { id } }, { signal }),
      staleTime: 0,
    }),
}

/** The address where two records are compared, or where the other one is chosen. */
export function mergePath(id: string, other?: string): string {
  const path = screenPath('admin', 'mergeClient', id)
  return other ? `${path}?other=${encodeURIComponent(other)}` : path
}

/** What people have added: '24 notes, 2 goals, and 1 file'. The histories move, too. */
export function movedText(counts: MovedCounts): string {
  const parts = namesOf(movedKinds).flatMap((kind) => {
    const [one, several] = movedKinds[kind]
    const count = counts[kind] ?? 0
    return count > 0 ? [plural(count, one, several)] : []
  })
  return new Intl.ListFormat('en-US').format(parts)
}

interface Merge {
  client: Client
  other: Client
  values: Readonly<Record<string, Side | undefined>>
}

export function useMerge() {
  const queries = useQueryClient()
  const [idempotencyKey] = useState(newDraftId)
  return useMutation({
    mutationFn: ({ client, other, values }: Merge) => {
      const body = { other: other.id, version: client.version, otherVersion: other.version, values }
      return call('POST /clients/:id/merges', { params: { id: client.id }, body }, { idempotencyKey })
    },
    onSuccess(merged, { other }) {
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(other.id) })
      queries.setQueryData(clientQueries.one(merged.id).queryKey, merged)
    },
    // One of them may have been changed or merged meanwhile.
    onError: () => void refresh(queries, { queryKey: clientKeys.one }),
  })
}

export function useUndoMerge(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (mergeId: string) => call('DELETE /clients/:id/merges/:mergeId', { params: { id, mergeId } }),
    // Whatever the screen shows of the client can have gone back.
    onSettled: () => void refresh(queries, { type: 'active' }),
  })
}
