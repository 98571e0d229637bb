import { request } from 'node:http'

export interface Request {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
}

export interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** As sent: still compressed where the answer is. */
  body: Buffer
}

/** One request on a connection of its own, outside of all measuring. */
export function send(url: string, { method, path, headers, body }: Request): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const call = request(new URL(path, url), { method, headers, agent: false }, (incoming) => {
      const parts: Buffer[] = []
      incoming.on('data', (part: Buffer) => parts.push(part))
      incoming.on('error', reject)
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(parts) }),
      )
    })
    call.on('error', reject)
    call.end(body)
  })
}

export function get(path: string, headers: Record<string, string> = {}): Request {
  return { method: 'GET', path, headers }
}

export function post(path: string, content: unknown, headers: Record<string, string> = {}): Request {
  const body = JSON.stringify(content)
  return { method: 'POST', path, headers: { 'content-type': 'application/json', ...headers }, body }
}

/** The parsed answer; an error that names the call when it is not a success. */
export async function sendJson<Answer>(url: string, wanted: Request): Promise<Answer> {
  const { status, body } = await send(url, wanted)
  if (status < 200 || status > 299) {
    throw new Error(
      `${wanted.method} ${wanted.path} was answered ${status}: ${body.toString().slice(0, 300)}`,
    )
  }
  return JSON.parse(body.toString())
}
