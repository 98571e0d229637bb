import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeZip } from 'client-zip'
import { recordPacketEndpoints } from '#contract/record-packet/endpoints.ts'
import { packetFiles } from '#contract/record-packet/fields.ts'
import type { AppContext } from '#server/app-context.ts'
import { findClientId } from '#server/clients/store.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { Failure } from '#server/http/failure.ts'
import { countNotes } from '#server/notes/store.ts'
import { largeList, wholeListSender } from '#server/throttling/large-lists.ts'
import { makePacket, newPacketFolder } from './operations.ts'
import { listDisclosures } from './store.ts'

export function recordPacketRoutes(route: AddRoute, context: AppContext): void {
  const { db, trail, clock, views, organization, packets } = context
  const send = wholeListSender(context)

  async function findId(id: string): Promise<string> {
    const found = await findClientId(db, id)
    if (!found) throw new Failure('not-found')
    return found
  }

  route(recordPacketEndpoints.make, async ({ params, body: request, actor }) => {
    const madeAt = clock()
    const clientId = await findId(params.id)
    const isCounted = (await countNotes(db, clientId)) > largeList
    const folder = await newPacketFolder(packets)
    const clear = () => rm(folder, { recursive: true, force: true })
    const make = async () => {
      const order = { clientId, request, actor, madeAt, folder }
      if (!(await makePacket({ db, trail, organization, fonts: packets.fonts }, order)))
        throw new Failure('not-found')
    }
    try {
      const file = await send({
        employeeId: actor.employeeId,
        isLong: true,
        isCounted,
        record: make,
        parts: () => zip(folder, madeAt),
      })
      // Also if it was never read: a generator that was not started does not run its `finally`.
      return file.once('close', () => void clear().catch(() => {}))
    } catch (error) {
      await clear()
      const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
      throw isFull ? new Failure('storage-full') : error
    }
  })

  route(recordPacketEndpoints.disclosures, async ({ params, actor }) => {
    const client = await findId(params.id)
    const disclosures = await listDisclosures(db, client)
    const details = { client, count: disclosures.length }
    views.add({ at: clock(), actor, action: 'listed', kind: 'record packet', details })
    return disclosures
  })
}

/** The files of a packet as a ZIP file. */
async function* zip(folder: string, lastModified: Date) {
  const streams = new Set<ReturnType<typeof createReadStream>>()
  function* files() {
    for (const name of packetFiles) {
      const input = createReadStream(join(folder, name))
      streams.add(input)
      yield { name, lastModified, input }
    }
  }
  try {
    yield* makeZip(files())
  } finally {
    for (const stream of streams) stream.destroy()
  }
}
