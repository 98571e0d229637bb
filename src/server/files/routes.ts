import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type ClientFile, fileEndpoints } from '#contract/files/endpoints.ts'
import { mostFiles } from '#contract/files/fields.ts'
import { firstBytes, typeAdvice, typeOfContent } from '#contract/files/rules.ts'
import type { Actor } from '#server/access/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { shownRecords } from '#server/audit/store.ts'
import { findClientId, lockClient } from '#server/clients/store.ts'
import type { Connection } from '#server/database/connection.ts'
import { takeLock } from '#server/database/locks.ts'
import { markDeleted } from '#server/database/records.ts'
import type { AddRoute } from '#server/http/endpoint-router.ts'
import { Failure, invalidInput } from '#server/http/failure.ts'
import { createOnce } from '#server/http/idempotency-store.ts'
import { papers } from '#server/papers/store.ts'
import { cleaned } from './content.ts'
import { scan } from './scanner.ts'
import {
  addFile,
  bytesOfFiles,
  contentOf,
  countFiles,
  editFile,
  filesOfClient,
  findFile,
  storedFile,
} from './store.ts'

export function fileRoutes(route: AddRoute, context: AppContext): void {
  const { db, trail, clock, views, files } = context

  /** The reply contains the record, even if it is an error. */
  function viewed({ id, clientId: client }: ClientFile, actor: Actor): void {
    views.add({ at: clock(), actor, action: 'viewed', kind: 'file', id, details: { client } })
  }

  route(fileEndpoints.list, async ({ params, actor }) => {
    const client = await findClientId(db, params.id)
    if (!client) throw new Failure('not-found')
    const found = await filesOfClient(db, client)
    const details = { ...shownRecords(found), client }
    views.add({ at: clock(), actor, action: 'listed', kind: 'file', details })
    return found
  })

  route(fileEndpoints.add, async ({ params, query, body, actor, idempotency }) => {
    const now = clock()
    const { name, bytes } = body
    const start = bytes.toString('latin1', 0, firstBytes)
    const type = typeOfContent(start)
    if (!type) throw new Failure('file-type', { message: typeAdvice(start) })
    const content = cleaned(bytes, type)
    if (!content) throw new Failure('file-type', { message: 'This picture is damaged. Nothing was stored.' })
    // Before the scan, which would otherwise be wasted.
    if (!(await findClientId(db, params.id))) throw new Failure('not-found')
    const malware = files.scanner && (await scan(files.scanner, bytes))
    if (malware) {
      const details = { client: params.id.toLowerCase() }
      await trail.record(db, { at: now, actor, action: 'infected', kind: 'file', details })
      throw new Failure('infected')
    }
    const create = async (trx: Connection) => {
      const client = await lockClient(trx, params.id)
      if (!client) throw new Failure('not-found')
      const paper = await paperOf(trx, client, query.paper ?? null)
      if ((await countFiles(trx, client)) >= mostFiles)
        throw new Failure('too-many', { message: `A client can have at most ${mostFiles} files.` })
      // Otherwise files that are added at once would each find room.
      await takeLock(trx, 'files')
      if ((await bytesOfFiles(trx)) + content.length > files.mostBytes) throw new Failure('files-full')
      const sha256 = createHash('sha256').update(content).digest('hex')
      const id = await addFile(
        trx,
        {
          ...{ client_id: client, paper_id: paper, name, type, sha256 },
          ...{ created_at: now, created_by: actor.employeeId },
        },
        content,
      )
      const fields = ['name', ...(paper ? ['paperId'] : [])]
      const details = { client, fields, ...trail.proofOf(await storedFile(trx, id)) }
      await trail.record(trx, { at: now, actor, action: 'added', kind: 'file', id, details })
      return (await findFile(trx, id)) as ClientFile
    }
    const find = async (trx: Connection, id: string) => {
      const found = await findFile(trx, id)
      if (found) viewed(found, actor)
      return found
    }
    return await createOnce(context, idempotency, { owner: actor.employeeId, now, create, find })
  })

  route(fileEndpoints.content, async ({ params, actor, setHeaders }) => {
    const file = await findFile(db, params.id)
    if (!file) throw new Failure('not-found')
    viewed(file, actor)
    setHeaders({
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name).replace(/['()*]/g, hexOf)}`,
      'content-length': String(file.bytes),
      'content-security-policy': 'sandbox',
    })
    return Readable.from(contentOf(db, file), { objectMode: false })
  })

  route(fileEndpoints.edit, async ({ params, body: { version, ...input }, actor }) => {
    const now = clock()
    return await db.transaction().execute(async (trx) => {
      const before = await lockFile(trx, params.id)
      const { id, clientId: client } = before
      const { name = before.name, paperId = before.paperId } = input
      const isOutdated = version !== undefined && version !== before.version
      const fields = [
        ...(name === before.name ? [] : ['name']),
        ...(paperId === before.paperId ? [] : ['paperId']),
      ]
      if (isOutdated || fields.length === 0) {
        viewed(before, actor)
        if (isOutdated) throw new Failure('version-conflict', { current: before })
        return before
      }
      await editFile(trx, id, { name, paperId: await paperOf(trx, client, paperId) })
      const details = { client, fields, ...trail.proofOf(await storedFile(trx, id)) }
      await trail.record(trx, { at: now, actor, action: 'edited', kind: 'file', id, details })
      return (await findFile(trx, id)) as ClientFile
    })
  })

  route(fileEndpoints.remove, async ({ params, actor }) => {
    const now = clock()
    await db.transaction().execute(async (trx) => {
      const { id, clientId: client } = await lockFile(trx, params.id)
      await markDeleted(trx, 'files', id, actor.employeeId, now)
      const details = { client, ...trail.proofOf(await storedFile(trx, id)) }
      await trail.record(trx, { at: now, actor, action: 'deleted', kind: 'file', id, details })
    })
    return undefined
  })
}

const hexOf = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** Locks the client first, as for every change about it. */
async function lockFile(trx: Connection, id: string): Promise<ClientFile> {
  for (;;) {
    const found = await findFile(trx, id)
    if (!found) throw new Failure('not-found')
    const client = await lockClient(trx, found.clientId)
    const file = await findFile(trx, id)
    // Otherwise a merge has just moved it to another client.
    if (file && file.clientId === client) return file
  }
}

/** The id of a signed document as stored, which has to be the client's. */
async function paperOf(trx: Connection, client: string, id: string | null): Promise<string | null> {
  if (id === null) return null
  const paper = await papers.find(trx, id)
  if (paper?.clientId !== client) throw invalidInput({ paperId: 'This client has no such signed document.' })
  return paper.id
}
