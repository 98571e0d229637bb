import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { pageHeaders } from '#server/http/security-headers.ts'
import { listenFailure } from '#server/listen-failure.ts'
import { root } from '../install.mjs'
import { answerAway } from './away.ts'
import { scriptPath } from './document.ts'
import { eventStream } from './event-stream.ts'
import { forwarder } from './forward.ts'
import { kitDocument, kitFile } from './kit-document.ts'
import type { Stage } from './stage.ts'

type Answer = { type: string; content: Buffer } | null

const script = 'text/javascript; charset=utf-8'
const style = 'text/css; charset=utf-8'

/**
 * Listens where people look, for as long as the command runs, with the server behind it. What it adds comes from the
 * same origin and stands under the product's own policy, so that development shows what the policy forbids.
 */
export async function openFront(stage: Stage, config: Config): Promise<{ close(): Promise<void> }> {
  const headers = pageHeaders(config.publicUrl, [])
  const forward = forwarder(stage, config, headers)
  const tell = eventStream(stage)

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const path = request.url?.split('?')[0] ?? '/'
    if (request.method !== 'GET' && request.method !== 'HEAD') return forward(request, reply)
    if (path === '/development/events') return tell(reply)
    const isOfKit = path === '/ui' || path.startsWith('/development/kit/')
    if (!isOfKit && !own[path]) return forward(request, reply)
    // The kit needs a build, not a server; while the first is on its way it waits for both.
    if (isOfKit && stage.build() === null) await stage.server()
    if (isOfKit && stage.build() === null) return answerAway(stage, headers, request, reply)
    const found = isOfKit ? await ofKit(path, stage) : await own[path]?.()
    reply.writeHead(found ? 200 : 404, {
      ...headers,
      'cache-control': 'no-cache',
      ...(found && { 'content-type': found.type, 'content-length': found.content.length }),
    })
    reply.end(request.method === 'HEAD' ? undefined : found?.content)
  }

  const server = createServer((request, reply) => {
    answer(request, reply).catch((error) => {
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
      reply.destroy()
    })
  })
  await listen(server, config)
  return {
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** Read at each call: whoever changes them sees the change. */
const own: Record<string, () => Promise<Answer>> = {
  [scriptPath]: async () => ({ type: script, content: await fileBesideThis('reload.js') }),
  '/development/notice.css': async () => ({ type: style, content: await fileBesideThis('notice.css') }),
}

function fileBesideThis(name: string): Promise<Buffer> {
  return readFile(join(root, 'commands/dev', name))
}

async function ofKit(path: string, stage: Stage): Promise<Answer> {
  const build = stage.build() ?? ''
  if (path !== '/ui') return kitFile(build, path)
  return { type: 'text/html; charset=utf-8', content: await kitDocument(build, stage.version()) }
}

function listen(server: ReturnType<typeof createServer>, { port, host }: Config): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => fail(listenFailure(error, { port, host })))
    server.listen({ port, host }, done)
  })
}
