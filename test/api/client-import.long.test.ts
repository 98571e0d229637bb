import { expect, test } from 'vitest'
import { importEndpoints } from '#contract/clients/import-endpoints.ts'
import { header } from '#test/support/client-import.ts'
import { longestTurn } from '#test/support/longest-turn.ts'
import { createTestApp } from '#test/support/test-app.ts'

const app = await createTestApp()
const { token } = await app.member('super-admin')

test('10,000 rows in 5 MiB are imported and undone without holding up other calls [T1439]', async () => {
  const born = (row: number) => new Date(Date.UTC(1930, 0, 1 + row * 3)).toISOString().slice(0, 10)
  const row = (number: number) =>
    `Ana${number},Cruz,${born(number)},612-555-${String(number).padStart(4, '0')},a${number}@example.org,"${number} Elm St, Ely",Active,Consultant,"${'x'.repeat(410)}"`
  const text = `${header},Remarks\n${Array.from({ length: 10_000 }, (_, number) => row(number)).join('\n')}`
  expect(text.length).toBeGreaterThan(5_000_000)
  const file = Buffer.from(text).toString('base64')
  const send = (dryRun: boolean) => {
    const payload = JSON.stringify({ file, dryRun })
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    return longestTurn(() => app.sendRaw({ method: 'POST', url: '/api/clients/import', headers, payload }))
  }
  const dry = await send(true)
  expect(dry.result.body).toMatchObject({ rows: 10_000, toImport: 10_000, wrongRows: 0 })
  const wet = await send(false)
  expect(wet.result.body.import.clients).toBe(10_000)
  const { id } = wet.result.body.import
  const undone = await longestTurn(() => app.send(importEndpoints.undo, { params: { id }, token }))
  expect(undone.result.status).toBe(204)
  for (const { longest, whole } of [dry, wet, undone]) expect(longest).toBeLessThan(whole / 6)
})
