import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#commands/free-port.ts'

test('returns another port each time, outside of the ports that browsers refuse and of the ephemeral ports', async () => {
  const ports = [await freePort(), await freePort(), await freePort()]
  expect(new Set(ports).size).toBe(3)
  for (const port of ports) {
    expect(port).toBeGreaterThan(10_080)
    expect(port).toBeLessThan(32_768)
  }
})

test('skips a port that is in use', async () => {
  const first = await freePort()
  const taken: Server[] = []
  onTestFinished(() => {
    for (const server of taken) server.close()
  })
  const following = [first + 1, first + 2, first + 3]
  for (const port of following) {
    const server = createServer().listen(port, '127.0.0.1')
    taken.push(server)
    // If another process has the port already, it is in use all the same.
    await once(server, 'listening').catch(() => {})
  }
  expect(following).not.toContain(await freePort())
})
