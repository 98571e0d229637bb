import type { Connection } from '#server/database/connection.ts'
import { type ChainHead, emptyChain, hashOfLink } from './chain.ts'
import {
  countUnsealed,
  databaseIdentity,
  headOfChain,
  type LinkWithEvent,
  linksWithEvents,
} from './chain-store.ts'
import type { AuditKey, Keyring } from './keyring.ts'
import { fileOfHead, rememberedHead } from './remembered-head.ts'

const linksAtOnce = 5_000

export type Verdict =
  | { outcome: 'whole'; head: ChainHead; unsealed: number }
  /** The first audit row, or link, that is not what was sealed, in sentences. */
  | { outcome: 'broken'; reason: string }
  /** Nothing is known to be wrong, but so many rows can't be told without these keys. */
  | { outcome: 'uncheckable'; rows: number; missingKeys: string[] }

interface VerificationDeps {
  db: Connection
  keys: Keyring
  dataDir: string
  progress: (done: number, total: number) => void
}

/** Goes through the whole chain, and holds its end against what the data folder remembers. */
export async function verifyChain({ db, keys, dataDir, progress }: VerificationDeps): Promise<Verdict> {
  const database = await databaseIdentity(db)
  // Before the chain is read: a link added meanwhile is not missed then.
  const remembered = rememberedHead(dataDir, database)
  const uncheckable = { rows: 0, missingKeys: new Set<string>() }
  let head = emptyChain
  for await (const link of linksInOrder(db, progress)) {
    const key = keys.find(({ id }) => id === link.keyId)
    const reason = whatIsWrong(link, head, key)
    if (reason) return { outcome: 'broken', reason }
    if (link.seq === remembered?.seq && !link.hash.equals(remembered.hash)) {
      return { outcome: 'broken', reason: writtenAnew(link, fileOfHead(dataDir, database)) }
    }
    if (!key) {
      uncheckable.rows += 1
      uncheckable.missingKeys.add(link.keyId)
    }
    head = link
  }
  if (remembered && remembered.seq > head.seq) {
    return { outcome: 'broken', reason: cutOff(head, remembered, fileOfHead(dataDir, database)) }
  }
  const { rows, missingKeys } = uncheckable
  if (rows > 0) return { outcome: 'uncheckable', rows, missingKeys: [...missingKeys] }
  return { outcome: 'whole', head, unsealed: await countUnsealed(db) }
}

async function* linksInOrder(
  db: Connection,
  progress: VerificationDeps['progress'],
): AsyncGenerator<LinkWithEvent> {
  const { seq: total } = await headOfChain(db)
  let done = 0
  for (;;) {
    const links = await linksWithEvents(db, done, linksAtOnce)
    yield* links
    done = links.at(-1)?.seq ?? done
    progress(done, total)
    if (links.length < linksAtOnce) return
  }
}

/** Without the key all but the seal itself is looked at. */
function whatIsWrong(link: LinkWithEvent, before: ChainHead, key?: AuditKey): string | undefined {
  const { seq, event, eventId } = link
  if (seq !== before.seq + 1) return `Link ${before.seq + 1} is missing.`
  if (!event) return `Row ${eventId}, sealed by link ${seq}, is missing.`
  if (!link.previousHash.equals(before.hash)) return `Link ${seq} does not follow from link ${before.seq}.`
  if (key && !link.hash.equals(hashOfLink(key, before, event))) {
    return `Row ${eventId}, sealed by link ${seq}, was changed after it was sealed.`
  }
  return undefined
}

function writtenAnew({ seq, eventId }: LinkWithEvent, file: string): string {
  return `Link ${seq}, for row ${eventId}, is not the one that the data folder remembers: the trail was written anew. ${wayOn(file)}`
}

function cutOff(head: ChainHead, remembered: ChainHead, file: string): string {
  return `The trail ends at link ${head.seq}, but the data folder remembers link ${remembered.seq}: the rows after it were cut off. ${wayOn(file)}`
}

/** The file is kept until an operator removes it; otherwise a forged trail would pass again. */
function wayOn(file: string): string {
  return `Find out how that came about. If there is a good reason, such as a database put back by its own means, remove the file ${file}; what is there is taken for the trail from then on.`
}
