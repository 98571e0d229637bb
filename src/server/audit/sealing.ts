import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Connection } from '#server/database/connection.ts'
import { tryLock } from '#server/database/locks.ts'
import { type ChainHead, hashOfLink, type SealedEvent } from './chain.ts'
import {
  addLinks,
  databaseIdentity,
  headOfChain,
  type NewLink,
  newestSealed,
  type Stretch,
  unsealedEvents,
} from './chain-store.ts'
import type { AuditKey } from './keyring.ts'
import { headMemory } from './remembered-head.ts'

/** Milliseconds between two rounds: a row's link follows within a second. */
const pauseBetweenRounds = 500
/** Milliseconds within which a transaction that has drawn a row's number usually commits. */
const usualTransaction = 60 * 1000
/** Milliseconds after which a look at everything begins again, for the sake of longer ones. */
const wholeLook = 60 * 60 * 1000
/** Milliseconds: a database that does not answer must not hold up the end; the next start seals the rest. */
const patienceAtTheEnd = 2_000
/** Five parameters a link; a statement takes at most 65,535. */
const linksAtOnce = 2_000
/** Rows that are looked at again in one round: a tenth of a second, however long the trail has become. */
const rowsPerLook = 100_000

interface SealingDeps {
  db: Connection
  key: AuditKey
  dataDir: string
  log: Pick<FastifyBaseLogger, 'error'>
}

export interface Sealing {
  /** Seals what is there, then ends; within two seconds. */
  stop(): Promise<void>
}

/**
 * Links audit rows to the chain a moment after they were written, so that writers never queue behind one lock. Rows are
 * committed in another order than they were numbered in: a round looks at the last minute's again, and from each start and
 * each hour on at a part of all, until it has seen them.
 */
export function sealContinuously(deps: SealingDeps): Sealing {
  const rounds = sealingRounds(deps)
  let timer: NodeJS.Timeout | undefined
  let isStopping = false
  let running: Promise<void> = Promise.resolve()

  async function round(): Promise<void> {
    await rounds().catch((error: unknown) => {
      deps.log.error({ err: error }, 'audit rows could not be sealed yet')
    })
    if (!isStopping) schedule()
  }

  function schedule(): void {
    timer = setTimeout(() => {
      running = round()
    }, pauseBetweenRounds).unref()
  }

  schedule()
  return {
    async stop() {
      isStopping = true
      clearTimeout(timer)
      await Promise.race([running.then(round), pause(patienceAtTheEnd, undefined, { ref: false })])
    },
  }
}

/** A function that seals what is not sealed, whenever it is called. */
export function sealingRounds(
  { db, key, dataDir, log }: SealingDeps,
  { clock = () => performance.now(), perLook = rowsPerLook } = {},
): () => Promise<void> {
  const remember = headMemory({ db, dataDir, log })
  let database: string | undefined
  /** Rows up to this id are taken for sealed. */
  let settled: number | undefined
  let seen: { upTo: number; at: number }[] = []
  /** How far the look at everything has come. */
  let looked = 0
  let wholeLookAt = clock()

  async function sealAll({ after, upTo }: Stretch): Promise<void> {
    database ??= await databaseIdentity(db)
    let head: NewLink | undefined
    do {
      head = await sealSome(db, key, { after: head?.eventId ?? after, ...(upTo && { upTo }) })
      if (head) await remember(database, head)
    } while (head)
  }

  return async () => {
    settled ??= Math.max(0, (await newestSealed(db)) - perLook)
    await sealAll({ after: settled })
    if (looked < settled) {
      const part = { after: looked, upTo: looked + perLook }
      await sealAll(part)
      // Something is left where another instance was sealing just then.
      if ((await unsealedEvents(db, part, 1)).length === 0) looked += perLook
    }
    const now = clock()
    const newest = await newestSealed(db)
    const isOld = ({ at }: { at: number }) => at < now - usualTransaction
    seen.push({ upTo: newest, at: now })
    // Numbers begin again at lower ones where a database was put back by its own means, or rows were cut off.
    settled = Math.min(newest, Math.max(settled, ...seen.filter(isOld).map(({ upTo }) => upTo)))
    seen = seen.filter((entry) => !isOld(entry))
    if (now - wholeLookAt < wholeLook) return
    wholeLookAt = now
    looked = 0
  }
}

/** Undefined while there is nothing to do, or another instance does it. */
async function sealSome(db: Connection, key: AuditKey, stretch: Stretch): Promise<NewLink | undefined> {
  const [waiting] = await unsealedEvents(db, stretch, 1)
  if (!waiting) return undefined
  return await db.transaction().execute(async (trx) => {
    if (!(await tryLock(trx, 'audit chain'))) return undefined
    const events = await unsealedEvents(trx, stretch, linksAtOnce)
    if (events.length === 0) return undefined
    const links = linksFor(events, key, await headOfChain(trx))
    await addLinks(trx, links)
    return links.at(-1)
  })
}

function linksFor(events: SealedEvent[], key: AuditKey, head: ChainHead): NewLink[] {
  let before = head
  return events.map((event) => {
    const hash = hashOfLink(key, before, event)
    const link = { seq: before.seq + 1, hash, eventId: event.id, previousHash: before.hash, keyId: key.id }
    before = link
    return link
  })
}
