import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#commands/free-port.ts'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import { healthEndpoints } from '#contract/health/endpoints.ts'
import { notKeptHere } from '#server/backup/daily-backup.ts'
import { createMetrics } from '#server/health/metrics.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { createTestDatabase } from '#test/support/test-database.ts'
import packageJson from '../../package.json' with { type: 'json' }

/** The samples, such as 'stable_housing_live_sessions 1'. */
async function scrape(port: number): Promise<string[]> {
  const reply = await fetch(`http://127.0.0.1:${port}/metrics?from=prometheus`)
  expect(reply.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  return (await reply.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

const samplesOf = (samples: string[], name: string) =>
  samples.filter((line) => line.startsWith(`stable_housing_${name}`)).map((line) => line.slice(15))

test('metrics say what the instance does, and name nobody [T751]', async () => {
  const database = await createTestDatabase()
  let now = new Date('2026-06-15T15:00:00Z')
  const metrics = await createMetrics({
    database: { db: database.db, pools: { reads: database.pool, changes: database.pool } },
    backupStatus: async () => ({
      ...notKeptHere,
      lastBackup: { finishedAt: '', ageSeconds: 4711, bytes: 1, encrypted: true, kept: 1 },
    }),
    clock: () => now,
  })
  const port = await freePort()
  const server = await metrics.listen({ port, host: '127.0.0.1' })
  onTestFinished(() => void server.close().closeAllConnections())
  const app = await createTestApp({ db: database.db, observe: metrics.observe })
  const token = await app.tokenOf('super-admin')
  const { body: client } = await app.send(clientEndpoints.add, { body: hodan, token })
  await app.send(clientEndpoints.get, { params: { id: client.id }, token })
  await app.send(healthEndpoints.live, {})
  await app.sendRaw({ url: `/Hodan%20Warsame/${client.id}?email=hodan@example.org` })
  await app.db
    .insertInto('outbox')
    .values({ recipient: 'hodan@example.org', kind: 'reset', created_at: now, next_attempt_at: now })
    .execute()
  now = new Date(now.getTime() + 90_000)

  const samples = await scrape(port)
  expect(samplesOf(samples, 'request_seconds_count')).toEqual(
    expect.arrayContaining([
      'request_seconds_count{method="POST",route="/api/clients",status="201"} 1',
      'request_seconds_count{method="GET",route="/api/clients/:id",status="200"} 1',
      'request_seconds_count{method="GET",route="/api/live",status="200"} 1',
      'request_seconds_count{method="GET",route="none",status="404"} 1',
    ]),
  )
  expect(samplesOf(samples, 'database_connections')).toEqual([
    expect.stringMatching(/^database_connections\{state="in use"\} \d+$/),
    expect.stringMatching(/^database_connections\{state="idle"\} \d+$/),
    'database_connections{state="waiting"} 0',
  ])
  expect(samplesOf(samples, 'release')).toEqual([`release{version="${packageJson.version}"} 1`])
  expect(samplesOf(samples, 'live_sessions')).toEqual(['live_sessions 1'])
  expect(samplesOf(samples, 'backup_age')).toEqual(['backup_age_seconds 4711'])
  expect(samplesOf(samples, 'seal_age'), 'nothing was sealed').toEqual([])
  expect(samplesOf(samples, 'mail')).toEqual(['mail_waiting 1', 'mail_oldest_seconds 90'])
  expect(samples.join('\n')).toMatch(/^nodejs_eventloop_lag_seconds /m)
  expect(samples.join('\n')).not.toMatch(new RegExp(`${client.id}|hodan|super-admin@`, 'i'))
})
