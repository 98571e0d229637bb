import type { FileHandle } from 'node:fs/promises'
import { makeZip } from 'client-zip'
import { recordPacketEndpoints } from '#contract/record-packet/endpoints.ts'
import { packetFiles } from '#contract/record-packet/fields.ts'
import type { AppContext } from '#server/app-context.ts'
import { findClientId } from '#server/clients/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { contentOf } from '#server/files/store.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { Failure } from '#server/http/failure.ts'
import { countNotes } from '#server/notes/store.ts'
import { largeList, wholeListSender } from '#server/throttling/large-lists.ts'
import type { MadeRecord } from './make-record.ts'
import { makePacket, openPacketFiles, openUnnamed, type PacketFiles } from './operations.ts'
import type { PacketFileRow } from './parts.ts'
import { listDisclosures } from './store.ts'

export function recordPacketRoutes(route: AddRoute, context: AppContext): void {
  const { db, trail, clock, views, organization, packets } = context
  const send = wholeListSender(context)

  async function findId(id: string): Promise<string> {
    const found = await findClientId(db, id)
    if (!found) throw new Failure('not-found')
    return found
  }

  route(recordPacketEndpoints.make, async ({ params, body: request, actor, cut }) => {
    const madeAt = clock()
    const clientId = await findId(params.id)
    const isCounted = (await countNotes(db, clientId)) > largeList
    const { folder, fonts } = packets
    const opened = new AsyncDisposableStack()
    try {
      let made: MadeRecord | undefined
      const files = await openPacketFiles(opened, () => openUnnamed(folder))
      const file = await send({
        employeeId: actor.employeeId,
        isLong: true,
        isCounted,
        async record() {
          const job = { clientId, request, actor, madeAt, files, folder, cut }
          made = await makePacket({ db, trail, organization, fonts }, job)
          if (!made) throw new Failure('not-found')
        },
        parts: () => zip(db, files, made?.copies ?? [], madeAt),
      })
      // Also if it was never read: a generator that was not started does not run its `finally`.
      return file.once('close', () => void opened.disposeAsync().catch(() => {}))
    } catch (error) {
      await opened.disposeAsync()
      // Nobody is there to read it, and nothing is wrong with the server.
      if (cut.aborted) throw new Failure('too-slow')
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
const zip = (db: Connection, files: PacketFiles, copies: PacketFileRow[], lastModified: Date) =>
  makeZip([
    ...packetFiles.map((name) => ({ name, lastModified, input: bytesOf(files[name]) })),
    ...copies.map((file) => ({ name: file.inPacket, lastModified, input: contentOf(db, file) })),
  ])

/** Not a stream, which would close the file in its own time. */
async function* bytesOf(file: FileHandle) {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.allocUnsafe(chunkSize), position })
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    position += bytesRead
  }
}

/** Bytes. */
const chunkSize = 64 * 1024
