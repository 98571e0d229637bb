import type { FastifyBaseLogger } from 'fastify'
import type { Organization } from '#contract/organization/schema.ts'
import type { Actor } from './access/actor.ts'
import type { Refusal, ViewLog } from './audit/view-log.ts'
import type { BackupStatus } from './backup/daily-backup.ts'
import type { Connection } from './database/connection.ts'
import type { PreparedPage } from './pages/prepared-page.ts'
import type { PasswordHashing } from './session/password-hashing.ts'
import type { TokenKey } from './session/token.ts'
import type { Training } from './training/content.ts'

/** Everything that the application needs from outside; tests pass their own. */
export interface AppDependencies {
  db: Connection
  isDatabaseAlive: () => Promise<boolean>
  /** How the daily backup does. */
  backupStatus: () => Promise<BackupStatus>
  /** Whether each row of the audit trail is sealed in time. */
  isTrailSealed: () => boolean
  clock: () => Date
  log: FastifyBaseLogger
  publicUrl: string
  sessionSecret: string
  /** Proxies whose forwarded headers are believed: addresses and CIDR ranges. */
  trustProxy: string[]
  organization: Pick<Organization, 'name' | 'timeZone' | 'links' | 'notify'>
  training: Training
  /** Has queued mail sent at once; call it when what queued it is committed. */
  mail: { wake(): void }
  /** The website and the portal; without them only the API is served. */
  pages?: PreparedPage[]
  /** Tests write audit rows of views at once, and hash passwords at a lower cost. */
  views?: ViewLog
  passwords?: PasswordHashing
}

/** What features' routes share. */
export interface AppContext extends AppDependencies {
  views: ViewLog
  tokens: TokenKey
  /** Whose session the Authorization header names. */
  authenticate: (authorization: string | undefined) => Promise<Actor | undefined>
  /** Somebody asked for what their role does not allow. */
  recordRefusal: (refusal: Refusal) => void
}
