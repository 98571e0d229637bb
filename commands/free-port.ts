import { createServer } from 'node:net'

/*
 * Below those that systems hand out by themselves (Linux from 32768, others from 49152): any connection to somewhere
 * else may be given one of them the next moment, and holds it for a minute after its end. Above 10080, the last that
 * browsers and `fetch` refuse to ask (the "bad ports" of the Fetch Standard).
 */
const first = 11_000
const count = 21_000

/** Programs that look at the same time begin apart. */
let next = (process.pid * 16) % count

/** A port that nobody listens on at the moment, on the machine's own address alone; each time another one. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < count; tried += 1) {
    const port = first + next
    next = (next + 1) % count
    if (await isFree(port)) return port
  }
  throw new Error(`None of the ports from ${first} to ${first + count - 1} is free.`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((answer, failed) => {
    const server = createServer()
    server.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? answer(false) : failed(error),
    )
    server.listen(port, '127.0.0.1', () => server.close(() => answer(true)))
  })
}
