import type { ServerResponse } from 'node:http'
import type { Stage } from './stage.ts'

/** Milliseconds: keeps proxies in between from taking silence for the end. */
const heartbeat = 15_000

/** Tells open pages which version is current and what is wrong; they reload by themselves. */
export function eventStream(stage: Stage) {
  const readers = new Set<ServerResponse>()
  const news = () => `data: ${JSON.stringify({ version: stage.version(), problem: stage.problem() })}\n\n`
  stage.onChange(() => {
    for (const reader of readers) reader.write(news())
  })
  const timer = setInterval(() => {
    for (const reader of readers) reader.write(':\n\n')
  }, heartbeat)
  timer.unref()

  return (reply: ServerResponse): void => {
    reply.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    reply.write(`retry: 500\n${news()}`)
    readers.add(reply)
    reply.on('close', () => readers.delete(reply))
  }
}
