import type { FastifyBaseLogger } from 'fastify'
import type { ViewLog } from './audit/view-log.ts'
import type { BackupStatus } from './backup/backup-status.ts'
import type { Connection } from './database/connection.ts'
import type { PreparedPages } from './pages/prepared-pages.ts'

/** Everything that the application needs from outside; tests pass their own. */
export interface AppNeeds {
  db: Connection
  isDatabaseAlive: () => Promise<boolean>
  /** How the daily backup does. */
  backupStatus: () => Promise<BackupStatus>
  clock: () => Date
  log: FastifyBaseLogger
  publicUrl: string
  sessionSecret: string
  /** Proxies whose forwarded headers are believed: addresses and CIDR ranges. */
  trustProxy: string[]
  organization: { name: string; timeZone: string }
  /** The website and the portal; without them only the API is served. */
  pages?: PreparedPages
}

/** What features' routes share. */
export interface Surroundings extends AppNeeds {
  views: ViewLog
}
