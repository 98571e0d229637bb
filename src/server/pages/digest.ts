import { createHash } from 'node:crypto'

/** What browsers tell one content of an address from another by. */
export const digestOf = (content: Buffer): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22)
