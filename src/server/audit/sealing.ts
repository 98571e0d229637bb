import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Connection } from '#server/database/connection.ts'
import { tryLock } from '#server/database/locks.ts'
import { type ChainHead, hashOfLink, type SealedEvent } from './chain.ts'
import { addLinks, databaseIdentity, headOfChain, type NewLink, unsealedEvents } from './chain-store.ts'
import { headMemory } from './head-memory.ts'
import type { AuditKey } from './keyring.ts'

/** Milliseconds between two rounds: a row's link follows within a second. */
const pauseBetweenRounds = 500
/** Milliseconds within which a transaction that has drawn a row's number usually commits. */
const usualTransaction = 60 * 1000
/** Milliseconds after which everything is looked at again, for the sake of longer ones. */
const wholeLook = 60 * 60 * 1000
/** Milliseconds: a database that does not answer must not hold up the end; the next start seals the rest. */
const patienceAtTheEnd = 2_000
/** Five parameters a link; a statement takes at most 65,535. */
const rowsPerRound = 2_000

interface Needs {
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
 * committed in another order than they were numbered in: a round looks at the last minute's again, once an hour at all.
 */
export function sealContinuously(needs: Needs): Sealing {
  const rounds = sealingRounds(needs)
  let timer: NodeJS.Timeout | undefined
  let isStopping = false
  let running: Promise<void> = Promise.resolve()

  async function round(): Promise<void> {
    await rounds().catch((error: unknown) => {
      needs.log.error({ err: error }, 'audit rows could not be sealed yet')
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

/** A function that seals everything that is not sealed, whenever it is called. */
export function sealingRounds({ db, key, dataDir, log }: Needs, clock = () => performance.now()) {
  const remember = headMemory({ db, dataDir, log })
  let database: string | undefined
  /** Rows up to this id are taken for sealed. */
  let settled = 0
  let seen: { upTo: number; at: number }[] = []
  let wholeLookAt = clock()

  return async (): Promise<void> => {
    database ??= await databaseIdentity(db)
    for (;;) {
      const head = await sealSome(db, key, settled)
      if (!head) break
      await remember(database, head)
      seen.push({ upTo: head.eventId, at: clock() })
    }
    const now = clock()
    const isOld = ({ at }: { at: number }) => at < now - usualTransaction
    settled = Math.max(settled, ...seen.filter(isOld).map(({ upTo }) => upTo))
    seen = seen.filter((entry) => !isOld(entry))
    if (now - wholeLookAt < wholeLook) return
    wholeLookAt = now
    settled = 0
  }
}

/** Undefined while there is nothing to do, or another instance does it. */
async function sealSome(db: Connection, key: AuditKey, after: number) {
  const [waiting] = await unsealedEvents(db, after, 1)
  if (!waiting) return undefined
  return await db.transaction().execute(async (trx) => {
    if (!(await tryLock(trx, 'audit chain'))) return undefined
    const events = await unsealedEvents(trx, after, rowsPerRound)
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
