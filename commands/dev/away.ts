import type { IncomingMessage, ServerResponse } from 'node:http'
import { escapeHtml } from '#server/http/escape-html.ts'
import { asksForDocument, withScript } from './document.ts'
import type { Stage } from './stage.ts'

/** What is answered while the code keeps the server from starting: a page that reloads when that is over, or a word. */
export function answerAway(
  stage: Stage,
  policy: Record<string, string>,
  request: IncomingMessage,
  reply: ServerResponse,
): void {
  const problem = stage.problem() ?? 'The server ended before it had answered.'
  const headers = { ...policy, 'cache-control': 'no-store', 'retry-after': '1' }
  request.resume()
  if (!asksForDocument(request.method, request.headers)) {
    reply.writeHead(503, { ...headers, 'content-type': 'text/plain; charset=utf-8' })
    return void reply.end(`${problem}\n`)
  }
  reply.writeHead(503, { ...headers, 'content-type': 'text/html; charset=utf-8' })
  reply.end(withScript(Buffer.from(page(problem)), stage.version()))
}

function page(problem: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Not running</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>
<body><h1>The server is not running</h1><p>This page loads again by itself once it does.</p>
<noscript><pre>${escapeHtml(problem)}</pre></noscript></body></html>
`
}
