import { once } from 'node:events'
import type { Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { freePort } from '#commands/free-port.ts'

export interface ReceivedMail extends Email {
  /** The address of the envelope. */
  envelopeTo: string
  /** The name that the sender greeted with. */
  greetedBy: string
}

export type SmtpPeer = Awaited<ReturnType<typeof startSmtpPeer>>

/** A mail server without authentication that accepts or refuses mail as a test wants, on a port that it can reuse. */
export async function startSmtpPeer(port?: number) {
  const received: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  const refusals: { code: number; text: string }[] = []
  const peer = {
    port: port ?? (await freePort()),
    url: '',
    /** The accepted mails, the oldest first. */
    received,
    /** The number of recipients, accepted or refused. */
    recipients: 0,
    /** The number of next mails during which the connection is cut. */
    cutsNext: 0,
    /** The number of next mails that are accepted while the connection is cut before the reply. */
    losesNext: 0,
    /** Delays the reply to a recipient until this resolves. */
    delay: Promise.resolve() as Promise<unknown>,
    /** Refuses the next recipient with this reply; may be called several times. */
    refuseNext(code: number, text: string) {
      refusals.push({ code, text })
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }

  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onAuth(_auth, _session, callback) {
      callback(null, { message: 'No, jo@example.org, s3cret is wrong', responseCode: 535 })
    },
    async onRcptTo(_address, _session, callback) {
      peer.recipients += 1
      await peer.delay
      const refusal = refusals.shift()
      if (!refusal) return callback()
      callback(Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      if (peer.cutsNext > 0) {
        peer.cutsNext -= 1
        stream.resume()
        for (const socket of sockets) socket.destroy()
        return
      }
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const email = await PostalMime.parse(Buffer.concat(chunks))
        const envelopeTo = session.envelope.rcptTo[0]?.address ?? ''
        received.push({ ...email, envelopeTo, greetedBy: session.hostNameAppearsAs })
        if (peer.losesNext === 0) return callback()
        peer.losesNext -= 1
        for (const socket of sockets) socket.destroy()
      })
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(peer.port, '127.0.0.1')
  await once(server.server, 'listening')
  peer.url = `smtp://127.0.0.1:${peer.port}`
  return peer
}
