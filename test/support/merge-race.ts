import { expect } from 'vitest'
import { clientMergeEndpoints } from '#contract/client-merges/endpoints.ts'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { hodan } from './people.ts'
import type { TestApp } from './test-app.ts'

/** Merges two clients on one instance while people write about the merged one on both; every note that was stored is kept. */
export async function mergeBesideWriter(apps: [TestApp, TestApp], token: string): Promise<void> {
  const [app, second] = apps
  const addClient = async () => (await app.send(clientEndpoints.add, { token, body: hodan })).body
  const [one, other] = [await addClient(), await addClient()]
  const stored: string[] = []
  const merging = Promise.withResolvers<void>()

  async function write({ send }: TestApp): Promise<void> {
    for (;;) {
      const body = { text: `Note ${stored.length}.`, followUp: { on: '2026-06-22', what: 'Call.' } }
      const { status, body: reply } = await send(noteEndpoints.add, {
        ...{ token, params: { id: other.id }, body },
      })
      if (stored.length > 2) merging.resolve()
      if (status === 201) stored.push(reply.id)
      else {
        expect([status, reply.code, reply.mergedInto]).toEqual([404, 'merged', one.id])
        return
      }
    }
  }

  const writers = [write(app), write(second), write(app)]
  await merging.promise
  const versions = { version: one.version, otherVersion: other.version }
  const merge = second.send(clientMergeEndpoints.merge, {
    ...{ token, params: { id: one.id }, body: { other: other.id, ...versions, values: {} } },
  })
  await Promise.all([merge, ...writers])
  expect(await merge).toMatchObject({ status: 200 })
  const { body: notes } = await app.send(noteEndpoints.list, { token, params: { id: one.id } })
  expect(notes.map(({ id }: { id: string }) => id).toSorted()).toEqual(stored.toSorted())
}
