import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { apiCaller } from '#test/support/api-caller.ts'
import { hodan } from '#test/support/people.ts'
import { newTestInstance, type TestInstance } from '#test/support/running-product.ts'

// Starts the product again after each fault, which recovers its database first.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

/* What was acknowledged is committed and on the disk. */

let instance: TestInstance | undefined
afterEach(() => instance?.remove())

test('kill -9 of the app, and of app and database, while writing loses nothing that was acknowledged', async () => {
  instance = await newTestInstance()
  const { postmasterPid } = instance
  let product = await instance.start()
  const { becomeSuperAdmin, send } = apiCaller(product.url)
  const token = await becomeSuperAdmin(product.link() ?? '')
  const acknowledged: Acknowledged = { clients: [], notes: [] }

  for (const strikeDatabase of [() => {}, () => process.kill(postmasterPid(), 'SIGKILL')]) {
    const writers = [1, 2, 3, 4].map((writer) => keepWriting(product.url, token, writer, acknowledged))
    const wanted = acknowledged.notes.length + 40
    while (acknowledged.notes.length < wanted) await pause(10)
    strikeDatabase()
    product.process.kill('SIGKILL')
    await product.stop()
    await Promise.all(writers)
    product = await instance.start()
  }

  const { body: clients } = await send('GET', '/clients', token)
  const kept = new Set(clients.map(({ id }: { id: string }) => id))
  expect(acknowledged.clients.filter((id) => !kept.has(id))).toEqual([])
  for (const { client, note } of acknowledged.notes) {
    const { body: notes } = await send('GET', `/clients/${client}/notes`, token)
    expect(notes.map(({ id }: { id: string }) => id)).toContain(note)
  }
})

interface Acknowledged {
  clients: string[]
  notes: { client: string; note: string }[]
}

/** Adds clients, each with a note, until the product stops answering. */
async function keepWriting(url: string, token: string, writer: number, acknowledged: Acknowledged) {
  const { send } = apiCaller(url)
  for (let n = 0; ; n += 1) {
    try {
      const body = { ...hodan, firstName: `Writer ${writer}`, lastName: `Nr ${n}` }
      const client = await send('POST', '/clients', token, body)
      if (client.status !== 201) return
      acknowledged.clients.push(client.body.id)
      const note = await send('POST', `/clients/${client.body.id}/notes`, token, { text: `Note ${n}` })
      if (note.status !== 201) return
      acknowledged.notes.push({ client: client.body.id, note: note.body.id })
    } catch {
      return
    }
  }
}
