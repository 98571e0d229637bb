import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

interface Sent {
  method: string
  path: string
  headers: Record<string, string>
  body?: Buffer | undefined
}

/** A caller whose addresses go over the line as they are; `fetch` would put them right. One connection, kept open. */
export function keptConnection(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    async send({ method, path, headers, body }: Sent): Promise<Reply> {
      const length = body && { 'content-length': String(body.length) }
      const asking = request({
        agent,
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...headers, ...length },
      })
      // Who refuses a body that is too large may hang up while the rest of it is still on its way.
      asking.on('error', () => {})
      asking.end(body)
      const [reply] = await once(asking, 'response')
      const chunks: Buffer[] = []
      for await (const chunk of reply) chunks.push(chunk)
      return { status: reply.statusCode, headers: reply.headers, text: Buffer.concat(chunks).toString() }
    },
    close: () => agent.destroy(),
  }
}
