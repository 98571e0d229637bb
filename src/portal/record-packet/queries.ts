import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { RequestOf } from '#contract/endpoint.ts'
import type { Calls } from '#contract/endpoint-table.ts'
import { call, download } from '#portal/calls/call.ts'
import { refresh } from '#portal/query-client.ts'

/** To whom a client's record was given, newest first. */
export const disclosuresQuery = (id: string) =>
  queryOptions({
    queryKey: ['record-packet', 'disclosures', id],
    queryFn: ({ signal }) => call('GET /clients/:id/disclosures', { params: { id } }, { signal }),
  })

type PacketJob = RequestOf<Calls['POST /clients/:id/packet']>['body']

/** Milliseconds: for thousands of notes the file takes a while to begin. */
const packetTimeout = 300_000

/** Returns what downloads a packet. It is listed as a disclosure even if its download fails. */
export function usePacketDownload(id: string) {
  const queries = useQueryClient()
  return async (body: PacketJob, signal: AbortSignal): Promise<Blob> => {
    try {
      const request = { params: { id }, body }
      return await download('POST /clients/:id/packet', request, { signal, timeout: packetTimeout })
    } finally {
      void refresh(queries, { queryKey: disclosuresQuery(id).queryKey })
    }
  }
}
