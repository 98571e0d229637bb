import { type Agent, request } from 'node:http'

export interface Request {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  /** Of a session. */
  token?: string | undefined
  /** JSON text; `n` differs each time. */
  body?: ((n: number) => string) | undefined
  /** Runs before each request. */
  prepare?: () => Promise<unknown>
}

/** Milliseconds. */
const requestTimeout = 120_000

let sent = 0

/** Sends one request and returns the body. Rejects unless it succeeds with JSON. */
export async function send(url: URL, wanted: Request, agent?: Agent): Promise<Buffer> {
  const { method, path, token, body, prepare } = wanted
  await prepare?.()
  sent += 1
  const content = body?.(sent)
  const headers: Record<string, string | number> = {}
  if (token) headers.authorization = `Bearer ${token}`
  if (content !== undefined) {
    headers['content-type'] = 'application/json'
    headers['content-length'] = Buffer.byteLength(content)
  }
  return new Promise((resolve, reject) => {
    const { hostname, port } = url
    const call = request({ hostname, port, method, path, headers, agent }, (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.on('error', reject)
      reply.on('end', () => {
        const answer = Buffer.concat(parts)
        const { statusCode = 0 } = reply
        const isWhole = [']', '}'].includes(String.fromCharCode(answer.at(-1) ?? 0))
        if (statusCode >= 200 && statusCode <= 299 && isWhole) return resolve(answer)
        const excerpt = answer.toString('utf8', 0, 300)
        reject(new Error(`${url.origin} answered ${method} ${path} with ${statusCode}: ${excerpt}`))
      })
    })
    call.setTimeout(requestTimeout, () => call.destroy(new Error(`${method} ${path} was not answered.`)))
    call.on('error', reject)
    call.end(content)
  })
}

export async function sendJson<Answer>(url: URL, wanted: Request): Promise<Answer> {
  return JSON.parse((await send(url, wanted)).toString())
}

export const get = (path: string): Request => ({ method: 'GET', path })

export function post(path: string, content: unknown): Request {
  const text = JSON.stringify(content)
  return { method: 'POST', path, body: () => text }
}
