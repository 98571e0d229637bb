import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

export type CopyPool = Pick<pg.Pool, 'connect'>

/** Milliseconds. A slow reader must not keep a connection, and the rows of its snapshot, for longer. */
const longestRead = 10 * 60 * 1000
/** Milliseconds in which a reader has to take the next part. */
const longestPause = 20_000

const [lineFeed, comma] = [0x0a, 0x2c]

/**
 * The rows of a SELECT without parameters as one JSON array, each as PostgreSQL writes it in JSON: as objects in Node.js, a
 * large list would take several times the processor time. COPY reads them in one snapshot. `beforeEnd` is awaited before the
 * last byte.
 */
export async function* copyJson(
  pool: CopyPool,
  select: string,
  beforeEnd?: () => Promise<void>,
): AsyncGenerator<string | Uint8Array, void> {
  const client = await pool.connect()
  let [isLent, isComplete] = [true, false]
  // A connection whose rows were not read to the end can't be used again. A reader that has stopped never reaches `finally`.
  const giveBack = () => {
    if (isLent) client.release(!isComplete)
    isLent = false
  }
  const slow = setTimeout(giveBack, longestPause).unref()
  const end = setTimeout(giveBack, longestRead).unref()
  try {
    await client.query('BEGIN READ ONLY')
    await client.query('SET LOCAL statement_timeout = 0')
    // One row a line: JSON has no line feed and none of these signs, so that nothing in it is quoted.
    const copy = copyTo(
      `COPY (SELECT row_to_json(record) FROM (${select}) AS record) TO STDOUT (FORMAT csv, DELIMITER E'\\x01', QUOTE E'\\x02')`,
    )
    // Without a listener, a connection that ends between two parts would crash Node.js.
    copy.on('error', () => {})
    // The connections' own `query` knows statements only.
    Reflect.apply(pg.Client.prototype.query, client, [copy])
    yield '['
    let held: Buffer | undefined
    for await (const part of copy as AsyncIterable<Buffer>) {
      if (held) yield held
      slow.refresh()
      for (let at = part.indexOf(lineFeed); at >= 0; at = part.indexOf(lineFeed, at + 1)) part[at] = comma
      held = part
    }
    // Without the comma after the last row.
    if (held) yield held.subarray(0, -1)
    await client.query('COMMIT')
    isComplete = true
  } finally {
    clearTimeout(slow)
    clearTimeout(end)
    giveBack()
  }
  await beforeEnd?.()
  yield ']'
}
