import type { Connection } from '#server/database/connection.ts'
import { type ChainHead, emptyChain, hashOfLink } from './chain.ts'
import {
  countUnsealed,
  databaseIdentity,
  headOfChain,
  type LinkWithEvent,
  linksWithEvents,
} from './chain-store.ts'
import type { Keyring } from './keyring.ts'
import { rememberedHead } from './remembered-head.ts'

const linksAtOnce = 5_000

export type Verdict =
  | { isWhole: true; head: ChainHead; unsealed: number }
  /** The first audit row, or link, that is not what was sealed, in a sentence. */
  | { isWhole: false; reason: string }

interface Needs {
  db: Connection
  keys: Keyring
  dataDir: string
  progress: (done: number, total: number) => void
}

/** Goes through the whole chain, and holds its end against what the data folder remembers. */
export async function verifyChain({ db, keys, dataDir, progress }: Needs): Promise<Verdict> {
  // Before the chain is read: a link added meanwhile is not missed then.
  const remembered = rememberedHead(dataDir, await databaseIdentity(db))
  const { seq: total } = await headOfChain(db)
  let head = emptyChain
  for (;;) {
    const links = await linksWithEvents(db, head.seq, linksAtOnce)
    for (const link of links) {
      const reason = whatIsWrong(link, head, keys) ?? contradiction(link, remembered)
      if (reason) return { isWhole: false, reason }
      head = link
    }
    progress(head.seq, total)
    if (links.length < linksAtOnce) break
  }
  if (remembered && remembered.seq > head.seq) return { isWhole: false, reason: cutOff(head, remembered) }
  return { isWhole: true, head, unsealed: await countUnsealed(db) }
}

function whatIsWrong(link: LinkWithEvent, before: ChainHead, keys: Keyring): string | undefined {
  const { seq, event, eventId, keyId } = link
  if (seq !== before.seq + 1) return `Link ${before.seq + 1} is missing.`
  if (!event) return `Row ${eventId}, sealed by link ${seq}, is missing.`
  const key = keys.find(({ id }) => id === keyId)
  if (!key) {
    return `Row ${eventId}, sealed by link ${seq}, can't be checked: it was sealed with the key ${keyId}, which this data folder does not hold. Add that key to the file audit-keys, on a line of its own.`
  }
  if (!link.previousHash.equals(before.hash)) return `Link ${seq} does not follow from link ${before.seq}.`
  if (!link.hash.equals(hashOfLink(key, before, event))) {
    return `Row ${eventId}, sealed by link ${seq}, was changed after it was sealed.`
  }
  return undefined
}

function contradiction({ seq, hash, eventId }: LinkWithEvent, remembered?: ChainHead): string | undefined {
  if (seq !== remembered?.seq || hash.equals(remembered.hash)) return undefined
  return `Link ${seq}, for row ${eventId}, is not the one that the data folder remembers: the trail was written anew.`
}

function cutOff(head: ChainHead, remembered: ChainHead): string {
  return `The trail ends at link ${head.seq}, but the data folder remembers link ${remembered.seq}: the rows after it were cut off.`
}
