import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { apiCaller } from './api-caller.ts'
import { until } from './database-process.ts'
import { hodan } from './people.ts'

/** What users may get while something fails. */
const expected = /^(201|503 \S+|409 request-in-progress|no response)$/

/**
 * Four people who add clients, each with a note, by one or several instances. What fails or gets no answer is sent again with
 * its key, as the portal does.
 */
export function startWriters(urls: string | string[], token: string) {
  const instances = [urls].flat().map((url) => apiCaller(url).send)
  let turn = 0
  const send: (typeof instances)[0] = (...call) => {
    turn += 1
    return (instances[turn % instances.length] as (typeof instances)[0])(...call)
  }
  const acknowledged: { client: string; note: string }[] = []
  const statuses = new Map<string, number>()
  let isOver = false

  async function add(path: string, record: object): Promise<string> {
    const key = { 'idempotency-key': randomUUID() }
    for (;;) {
      const { status, body } = await send('POST', path, token, record, key).catch(withoutResponse)
      const outcome = status === 0 ? 'no response' : status < 400 ? `${status}` : `${status} ${body.code}`
      if (!expected.test(outcome)) throw new Error(`POST ${path} got ${outcome}`)
      statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1)
      if (status === 201) return body.id
      await pause(20)
    }
  }

  async function write(writer: number): Promise<void> {
    for (let n = 0; !isOver; n += 1) {
      const client = await add('/clients', { ...hodan, firstName: `Writer ${writer}`, lastName: `Nr ${n}` })
      acknowledged.push({ client, note: await add(`/clients/${client}/notes`, { text: `Note ${n}` }) })
    }
  }

  const writers = Promise.all([1, 2, 3, 4].map(write))
  // `more` and `stop` report errors.
  writers.catch(() => {})

  /** The ids of a list. The connection may still be that to a killed server, and the database away for a moment. */
  async function idsOf(path: string): Promise<string[]> {
    const { status, body } = await send('GET', path, token).catch(withoutResponse)
    if (status === 0 || status === 503) return await idsOf(path)
    expect(status).toBe(200)
    return body.map(({ id }: { id: string }) => id)
  }

  async function expectOnce(written: typeof acknowledged): Promise<void> {
    for (const { client, note } of written) expect(await idsOf(`/clients/${client}/notes`)).toEqual([note])
  }

  return {
    /** The notes that users know to be saved. */
    acknowledged,
    /** How often each status was returned. */
    statuses,
    /** Resolves when that many more notes were acknowledged. */
    async more(count: number): Promise<void> {
      const goal = acknowledged.length + count
      await Promise.race([writers, until(() => acknowledged.length >= goal)])
    },
    expectOnce,
    /** Stops them. Checks that all that was acknowledged is there once, and nothing else. */
    async stop(): Promise<void> {
      isOver = true
      await writers
      expect((await idsOf('/clients')).toSorted()).toEqual(
        acknowledged.map(({ client }) => client).toSorted(),
      )
      await expectOnce(acknowledged)
    },
  }
}

/** Requests fail between two starts of the server, or are cut off when it ends. */
export function withoutResponse(error: unknown) {
  if (error instanceof TypeError || error instanceof SyntaxError) return { status: 0, body: {} }
  throw error
}
