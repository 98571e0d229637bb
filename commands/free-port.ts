import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/*
 * Below the ephemeral ports (Linux from 32768, others from 49152), any of which an outgoing connection may take. Above
 * 10080, the last of the "bad ports" that browsers and `fetch` refuse.
 */
const [first, end] = [11_000, 32_000]

/** Processes that search at the same time begin at different ports. */
let next = randomInt(first, end)

/** A port on 127.0.0.1 that is not in use; a different one each time. */
export async function freePort(): Promise<number> {
  const port = next
  next = port + 1 < end ? port + 1 : first
  return (await isFree(port)) ? port : await freePort()
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    await new Promise((closed) => server.close(closed))
  }
}
