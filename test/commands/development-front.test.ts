import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { forwarder } from '#commands/dev/forward.ts'
import { createStage } from '#commands/dev/stage.ts'
import { readConfig } from '#server/config.ts'

/* What `npm run dev` does with requests whose server ends under them. */

async function listening(answer: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { server, port: (server.address() as AddressInfo).port }
}

/** A front, and behind it a server that hangs up on whoever asks: told to end, or by itself. */
async function frontOf(isToldToEnd: boolean) {
  const stage = createStage()
  const next = await listening((_, reply) => reply.end('the next one'))
  const old = await listening(({ socket }) => {
    socket.resetAndDestroy()
    if (!isToldToEnd) return
    stage.hold()
    setImmediate(() => stage.serve(next.port, null))
  })
  stage.serve(old.port, null)
  const forward = forwarder(stage, readConfig({ DATA_DIR: '/nowhere' }, '/'), {})
  const front = await listening((request, reply) => void forward(request, reply))
  return async (method: string) => {
    const reply = await fetch(`http://127.0.0.1:${front.port}/api/health`, { method })
    return [reply.status, await reply.text()]
  }
}

const left = 'The server ended before it had answered.\n'

test('what was asked of a server that is told to end is asked of the next one', async () => {
  expect(await (await frontOf(true))('GET')).toEqual([200, 'the next one'])
})

test('what may have changed something is not asked twice', async () => {
  expect(await (await frontOf(true))('POST')).toEqual([503, left])
})

test('nor is what may have ended the server', async () => {
  expect(await (await frontOf(false))('GET')).toEqual([503, left])
})
