import { createServer } from 'node:net'

/*
 * Below the ephemeral ports (Linux from 32768, others from 49152), any of which an outgoing connection may take. Above
 * 10080, the last of the "bad ports" that browsers and `fetch` refuse.
 */
const first = 11_000
const count = 21_000

/** Processes that search at the same time begin at different ports. */
let next = (process.pid * 16) % count

/** A port on 127.0.0.1 that is not in use; a different one each time. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < count; attempt += 1) {
    const port = first + next
    next = (next + 1) % count
    if (await isFree(port)) return port
  }
  throw new Error(`None of the ports from ${first} to ${first + count - 1} is free.`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
