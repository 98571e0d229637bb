import { once } from 'node:events'
import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newestSeal } from '#server/audit/seal-store.ts'
import type { BackupStatus } from '#server/backup/daily-backup.ts'
import type { OpenDatabase } from '#server/database/open-database.ts'
import { toListenError } from '#server/listen-failure.ts'
import { waitingMail } from '#server/outgoing-mail/store.ts'
import { countLiveSessions } from '#server/session/store.ts'
import packageJson from '../../../package.json' with { type: 'json' }

/** Milliseconds. A database that does not answer must not hide the other numbers. */
const patience = 2_000

interface Sources {
  database: Pick<OpenDatabase, 'db' | 'pools'>
  backupStatus: () => Promise<BackupStatus>
  clock: () => Date
}

export interface Metrics {
  /** Counts a request that was answered. No label holds more than the pattern of its address. */
  observe(request: FastifyRequest, reply: FastifyReply): void
  /** Answers `/metrics` there, in Prometheus' text format. */
  listen(address: { port: number; host: string }): Promise<Server>
}

/** What `METRICS_PORT` answers. */
export async function createMetrics({ database, backupStatus, clock }: Sources): Promise<Metrics> {
  // Imported only when METRICS_PORT is set.
  const { collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `stable_housing_${name}`, help, labelNames, registers })

  gauge('release', 'The running release', 'version').set({ version: packageJson.version }, 1)
  const requests = new Histogram({
    name: 'stable_housing_request_seconds',
    help: 'Seconds until a request was answered',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const connections = gauge(
    'database_connections',
    'Connections of this instance, and calls that wait',
    'state',
  )
  /** Absent where there is nothing to say, or while the database does not answer. */
  const facts = {
    mailWaiting: gauge('mail_waiting', 'Emails that will be tried again'),
    mailOldestSeconds: gauge('mail_oldest_seconds', 'Age of the oldest waiting email'),
    sealAgeSeconds: gauge('seal_age_seconds', 'Age of the newest seal of the audit trail'),
    backupAgeSeconds: gauge('backup_age_seconds', 'Age of the newest backup'),
    liveSessions: gauge('live_sessions', 'Sessions that are neither ended nor idle'),
  }

  async function readFacts(): Promise<Partial<Record<keyof typeof facts, number | undefined>>> {
    const now = clock()
    const [liveSessions, mail, seal] = await Promise.all([
      countLiveSessions(database.db, now),
      waitingMail(database.db),
      newestSeal(database.db),
    ])
    return {
      liveSessions,
      mailWaiting: mail.count,
      mailOldestSeconds: mail.oldest ? secondsBetween(mail.oldest, now) : 0,
      sealAgeSeconds: seal && secondsBetween(seal.sealed_at, now),
    }
  }

  async function text(): Promise<string> {
    const { reads, changes } = database.pools
    const idle = reads.idleCount + changes.idleCount
    connections.set({ state: 'in use' }, reads.totalCount + changes.totalCount - idle)
    connections.set({ state: 'idle' }, idle)
    connections.set({ state: 'waiting' }, reads.waitingCount + changes.waitingCount)
    const read = readFacts().catch(() => ({}))
    const { lastBackup } = await backupStatus()
    const found: Awaited<ReturnType<typeof readFacts>> = {
      ...(await Promise.race([read, pause(patience, {}, { ref: false })])),
      backupAgeSeconds: lastBackup?.ageSeconds,
    }
    for (const [name, fact] of Object.entries(facts)) {
      const value = found[name as keyof typeof facts]
      if (typeof value === 'number') fact.set(value)
      else fact.remove()
    }
    return await registry.metrics()
  }

  return {
    observe({ method, routeOptions }, { statusCode, elapsedTime }) {
      const labels = { method, route: routeOptions.url ?? 'none', status: statusCode }
      requests.observe(labels, elapsedTime / 1000)
    },
    async listen({ port, host }) {
      const { createServer } = await import('node:http')
      const server = createServer((request, reply) => {
        if (request.url?.split('?', 1)[0] !== '/metrics') return reply.writeHead(404).end()
        text().then(
          (body) => reply.writeHead(200, { 'content-type': registry.contentType }).end(body),
          () => reply.writeHead(500).end(),
        )
      })
      server.listen(port, host)
      await once(server, 'listening').catch((error) => {
        throw toListenError(error, { port, host }, 'METRICS_')
      })
      return server
    },
  }
}

const secondsBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 1000
