import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeZip } from 'client-zip'
import { recordPacketEndpoints } from '#contract/record-packet/endpoints.ts'
import { packetFiles } from '#contract/record-packet/fields.ts'
import type { AppContext } from '#server/app-context.ts'
import { findClientId } from '#server/clients/store.ts'
import { requireConfirmation } from '#server/http/confirmation.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { Failure } from '#server/http/failure.ts'
import { largeList, pageSender } from '#server/throttling/large-lists.ts'
import { makePacket, newPacketFolder } from './operations.ts'
import { countNotes, listDisclosures } from './store.ts'

export function recordPacketRoutes(route: AddRoute, context: AppContext): void {
  const { db, trail, clock, views, organization, packets } = context
  const send = pageSender(context)

  async function findId(id: string): Promise<string> {
    const found = await findClientId(db, id)
    if (!found) throw new Failure('not-found')
    return found
  }

  route(recordPacketEndpoints.make, async ({ params, body: request, actor }) => {
    const madeAt = clock()
    requireConfirmation(actor, madeAt)
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
      const pages = (release: () => Promise<void>) => zip(folder, madeAt, release)
      const file = await send({ employeeId: actor.employeeId, record: make, pages, isCounted })
      // Whether it was read or not: a generator that nobody has begun to read does not clean up.
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

/** The files of a packet as a ZIP file. `beforeEnd` is awaited before its last bytes. */
async function* zip(folder: string, lastModified: Date, beforeEnd: () => Promise<void>) {
  const streams = new Set<ReturnType<typeof createReadStream>>()
  async function* files() {
    for (const name of packetFiles) {
      const input = createReadStream(join(folder, name))
      streams.add(input)
      yield { name, lastModified, input }
    }
    await beforeEnd()
  }
  try {
    yield* makeZip(files())
  } finally {
    for (const stream of streams) stream.destroy()
  }
}
