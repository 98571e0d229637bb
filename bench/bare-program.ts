import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import type { BareSettings } from './bare.ts'
import type { Answer } from './bare-answer.ts'
import { bareAnswers } from './bare-answers.ts'

/*
 * The least that answers the same: node:http, `pg` with prepared statements, JSON.stringify. It checks the token and
 * the session as the product does, and leaves out what the product adds: checked input, checked replies, audit rows,
 * headers, the log, failures in sentences.
 */

process.once('message', (settings: BareSettings) => void serve(settings))
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
// Ctrl-C reaches the whole group; whoever started this ends it.
process.on('SIGINT', () => {})

async function serve({ host, database, sessionSecret, files }: BareSettings): Promise<void> {
  const pool = new pg.Pool({ ...database, idleTimeoutMillis: 0 })
  pool.on('error', () => {})
  const answer = bareAnswers(pool, sessionSecret, files)
  const server = createServer((request, response) => {
    respond(request, response).catch((error) => {
      console.error(error)
      response.writeHead(500).end()
    })
  })
  server.listen(0, host, () => process.send?.({ port: (server.address() as AddressInfo).port }))

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = request.method === 'POST' ? JSON.parse(await textOf(request)) : undefined
    const { status, content, type, encoding }: Answer = await answer(
      request.method ?? '',
      request.url ?? '',
      request.headers.authorization,
      body,
    )
    const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content))
    response.writeHead(status, {
      'content-type': type ?? 'application/json; charset=utf-8',
      'content-length': bytes.length,
      ...(encoding && { 'content-encoding': encoding }),
    })
    response.end(bytes)
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}
