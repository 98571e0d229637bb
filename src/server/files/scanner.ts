import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { Failure } from '#server/http/failure.ts'

/** Milliseconds for which the daemon may be silent. */
const patience = 60_000

/** The length of a part in bytes, and the part. */
const partLength = 64 * 1024

/**
 * Asks a ClamAV daemon about a file (`INSTREAM`, clamd(8)). `address` is a socket's path or host:port. Returns what was
 * found, or undefined; anything but a clear answer is a failure, because the file might be anything.
 */
export async function scan(address: string, bytes: Buffer): Promise<string | undefined> {
  const answer = await ask(address, bytes).catch(() => '')
  if (answer === 'stream: OK') return undefined
  const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? []
  if (found === undefined) throw new Failure('scanner-away')
  return found
}

async function ask(address: string, bytes: Buffer): Promise<string> {
  const [, host, port] = /^(.+):(\d+)$/.exec(address) ?? []
  const socket = connect(host ? { host, port: Number(port) } : { path: address })
  socket.setTimeout(patience, () => socket.destroy(new Error('The daemon does not answer.')))
  try {
    await once(socket, 'connect')
    const answer = text(socket)
    // Handled below: it may come before everything has been sent.
    answer.catch(() => {})
    socket.write('zINSTREAM\0')
    const length = Buffer.alloc(4)
    for (let at = 0; at < bytes.length; at += partLength) {
      const part = bytes.subarray(at, at + partLength)
      length.writeUInt32BE(part.length)
      socket.write(Buffer.from(length))
      // A daemon that has answered may stop reading.
      if (!socket.write(part)) await Promise.race([once(socket, 'drain'), answer])
    }
    socket.write(Buffer.alloc(4))
    return (await answer).replace(/\0$/, '')
  } finally {
    socket.destroy()
  }
}
