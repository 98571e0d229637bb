import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '#server/config.ts'
import { answerAway } from './away.ts'
import { asksForDocument, lengthOfScript, ownTag, serverTag, withScript } from './document.ts'
import type { Stage } from './stage.ts'

/** They speak of one connection only; Node.js writes its own. */
const ofOneConnection = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'upgrade', 'expect'])

/** Milliseconds between two tries to reach a server that has just ended. */
const shortPause = 100

/** Hands requests to the server as they came and its answers back as they are, documents with the script. */
export function forwarder(stage: Stage, { trustProxy }: Config, policy: Record<string, string>) {
  return async function forward(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const server = stage.server()
    const port = await server
    if (reply.destroyed) return
    if (port === null) return answerAway(stage, policy, request, reply)
    const version = stage.version()
    const { method = 'GET', url: path = '/' } = request
    const document = asksForDocument(method, request.headers)
    const headers = headersFor(request, trustProxy.length > 0, document ? version : null)
    const asked = ask({ host: '127.0.0.1', port, method, path, headers, agent: false })
    // The caller has left, perhaps in the middle of an answer.
    reply.on('close', () => asked.destroy())
    let isAnswered = false
    asked.on('response', (answer) => {
      isAnswered = true
      if (document && answer.headers['content-encoding'] === undefined) {
        sendDocument(answer, reply, method, version)
      } else {
        reply.writeHead(answer.statusCode ?? 502, answer.statusMessage, kept(answer.rawHeaders))
        pipeline(answer, reply, () => {})
      }
    })
    asked.on('error', async (error: NodeJS.ErrnoException) => {
      // An answer may come before all of the question was taken; it stands.
      if (reply.destroyed || isAnswered) return
      // One that is told to end leaves what waits at its door, and had not been taken up, without a word.
      const isLeft = error.code === 'ECONNRESET' && stage.server() !== server
      const again = isLeft || error.code === 'ECONNREFUSED'
      if (!again || !(method === 'GET' || method === 'HEAD')) return answerAway(stage, policy, request, reply)
      await pause(shortPause)
      await forward(request, reply)
    })
    request.pipe(asked)
  }
}

/** As they came, for the server must see its own Host and everything else that it sees without this front. */
function headersFor(request: IncomingMessage, isProxied: boolean, version: string | null): string[] {
  const headers = kept(request.rawHeaders, isProxied ? ['x-forwarded-for'] : forwarded)
  const came = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
  const before = isProxied ? request.headers['x-forwarded-for'] : undefined
  headers.push('x-forwarded-for', [before, came].flat().filter(Boolean).join(', '))
  if (version === null) return headers
  const known = serverTag(request.headers['if-none-match'], version)
  const plain = kept(headers, ['accept-encoding', 'if-none-match'])
  return [...plain, 'accept-encoding', 'identity', ...(known ? ['if-none-match', known] : [])]
}

/** Without TRUST_PROXY the server believes no such header, whoever sends it. */
const forwarded = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded']

function kept(rawHeaders: string[], dropped: string[] = []): string[] {
  const pairs = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : []))
  return pairs
    .filter(
      ([name = '']) => !ofOneConnection.has(name.toLowerCase()) && !dropped.includes(name.toLowerCase()),
    )
    .flat()
}

function sendDocument(answer: IncomingMessage, reply: ServerResponse, method: string, version: string): void {
  const { statusCode = 502, statusMessage } = answer
  const { etag, 'content-type': type = '', 'content-length': length } = answer.headers
  const isDocument = type.startsWith('text/html')
  const headers = kept(answer.rawHeaders, ['content-length', 'transfer-encoding', 'etag'])
  if (etag) headers.push('etag', isDocument || statusCode === 304 ? ownTag(etag, version) : etag)
  const parts: Buffer[] = []
  answer.on('data', (part: Buffer) => parts.push(part))
  answer.on('error', () => reply.destroy())
  answer.on('end', () => {
    const text = Buffer.concat(parts)
    const body = isDocument && method === 'GET' ? withScript(text, version) : text
    const announced = Number(length ?? 0) + (isDocument ? lengthOfScript(version) : 0)
    if (statusCode !== 304) headers.push('content-length', `${method === 'HEAD' ? announced : body.length}`)
    reply.writeHead(statusCode, statusMessage, headers)
    reply.end(body)
  })
}
