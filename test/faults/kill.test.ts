import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { apiCaller } from '#test/support/api-caller.ts'
import { hodan } from '#test/support/people.ts'
import { type Household, newHousehold, type RunningProduct } from '#test/support/running-product.ts'

/* `security.md`, data that is not lost: acknowledged = committed = fsynced. */

let household: Household | undefined
afterEach(() => household?.remove())

const killApp = async ({ process: app }: RunningProduct) => {
  app.kill('SIGKILL')
  await once(app, 'exit')
}
const killDatabase = async () => {
  if (household) process.kill(household.postmasterPid(), 'SIGKILL')
}

const faults: Record<string, (product: RunningProduct) => Promise<void>> = {
  'the app': killApp,
  'the database': killDatabase,
  'the app and the database': async (product) => {
    await killDatabase()
    await killApp(product)
  },
}

for (const [name, strike] of Object.entries(faults)) {
  test(`kill -9 of ${name} while writing loses no client and no note that was acknowledged`, async () => {
    household = await newHousehold()
    const product = await household.start()
    const { becomeSuperAdmin } = apiCaller(product.url)
    const token = await becomeSuperAdmin(product.link() ?? '')

    const acknowledged: Acknowledged = { clients: [], notes: [] }
    const writers = [1, 2, 3, 4].map((writer) => keepWriting(product.url, token, writer, acknowledged))
    while (acknowledged.notes.length < 40) await pause(10)
    await Promise.all([strike(product), ...writers])

    const again = product.process.signalCode === null ? product : await household.start()
    const { send } = apiCaller(again.url)
    const { body: clients } = await answeredAgain(() => send('GET', '/clients', token))
    const kept = new Set(clients.map(({ id }: { id: string }) => id))
    expect(acknowledged.clients.filter((id) => !kept.has(id))).toEqual([])
    for (const { client, note } of acknowledged.notes) {
      const { body: notes } = await send('GET', `/clients/${client}/notes`, token)
      expect(notes.map(({ id }: { id: string }) => id)).toContain(note)
    }
  })
}

test('while the database is away calls are answered 503, and it comes back by itself', async () => {
  household = await newHousehold()
  const product = await household.start()
  const { becomeSuperAdmin, send } = apiCaller(product.url)
  const token = await becomeSuperAdmin(product.link() ?? '')
  await killDatabase()
  const summary = () => send('GET', '/clients/summary', token)
  await expect.poll(async () => (await summary()).status, { interval: 1 }).toBe(503)
  await answeredAgain(summary)
  expect(product.process.exitCode).toBeNull()
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

/** Asks until the answer is 200; on the way there it may only ever be 503. */
async function answeredAgain<A extends { status: number }>(ask: () => Promise<A>): Promise<A> {
  for (let tries = 0; tries < 2000; tries += 1) {
    const answer = await ask()
    if (answer.status === 200) return answer
    expect(answer.status).toBe(503)
    await pause(20)
  }
  throw new Error('the database did not come back')
}
