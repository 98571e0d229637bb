import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#commands/free-port.ts'
import { apiCaller } from '#test/support/api-caller.ts'
import { lineTo } from '#test/support/database-line.ts'
import { newTestInstance } from '#test/support/running-product.ts'
import { createTestDatabase } from '#test/support/test-database.ts'

const scrape = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

test('METRICS_PORT answers /metrics, also while the database hangs; without it nothing does [T752]', async () => {
  const { connection } = await createTestDatabase('empty')
  const { url: DATABASE_URL, freeze, thaw } = await lineTo(connection)
  const port = await freePort()
  const instance = await newTestInstance({ DATABASE_URL, METRICS_PORT: `${port}` })
  onTestFinished(() => instance.remove())
  const product = await instance.start()
  await apiCaller(product.url).becomeSuperAdmin(product.link() ?? '')
  await expect.poll(() => scrape(port)).toMatch(/^stable_housing_seal_age_seconds /m)
  expect(await scrape(port)).toMatch(/^stable_housing_live_sessions 1$/m)
  expect((await fetch(`http://127.0.0.1:${port}/api/live`)).status).toBe(404)
  expect((await fetch(`${product.url}/metrics`, { redirect: 'manual' })).status).toBe(302)
  freeze()
  const samples = await scrape(port)
  expect(samples).not.toMatch(/^stable_housing_live_sessions /m)
  expect(samples).toMatch(/^stable_housing_release\{/m)
  thaw()
  await product.stop()
  const { errorOutput } = await instance.runFailingStart({ METRICS_PORT: '1', METRICS_HOST: '192.0.2.1' })
  expect(errorOutput).toContain('METRICS_HOST is "192.0.2.1"')
})
