import { expect, test } from 'vitest'
import { freePort } from '#commands/free-port.ts'

test('returns another port each time, outside of the ports that browsers refuse and of the ephemeral ports', async () => {
  const ports = [await freePort(), await freePort(), await freePort()]
  expect(new Set(ports).size).toBe(3)
  for (const port of ports) {
    expect(port).toBeGreaterThan(10_080)
    expect(port).toBeLessThan(32_768)
  }
})
