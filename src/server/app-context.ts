import type { FastifyBaseLogger } from 'fastify'
import type { TwoStepPolicy } from '#contract/access/permissions.ts'
import type { LastChange } from '#contract/failures.ts'
import type { LanguagePage } from '#contract/organization/languages.ts'
import type { Organization } from '#contract/organization/schema.ts'
import type { SignedIn } from './access/actor.ts'
import type { AuditTrail } from './audit/store.ts'
import type { Refusal, ViewLog } from './audit/view-log.ts'
import type { BackupStatus } from './backup/daily-backup.ts'
import type { Connection } from './database/connection.ts'
import type { Metrics } from './health/metrics.ts'
import type { MailWorker } from './outgoing-mail/worker.ts'
import type { PreparedPage } from './pages/prepared-page.ts'
import type { PasswordHashing } from './session/password-hashing.ts'
import type { OidcSettings } from './session/provider.ts'
import type { TokenKey } from './session/token.ts'
import type { Training } from './training/content.ts'

/** The application's dependencies; tests pass their own. */
export interface AppDependencies {
  db: Connection
  /** Writes the audit rows of changes. */
  trail: AuditTrail
  isDatabaseAlive: () => Promise<boolean>
  /** Aborted when the server has been told to stop. */
  stopping?: AbortSignal
  /** Counts each request that was answered. */
  observe?: Metrics['observe'] | undefined
  /** State of the daily backup. */
  backupStatus: () => Promise<BackupStatus>
  /** Whether audit rows are sealed within 10 seconds. */
  isAuditSealed: () => boolean
  /** Whether the newest seal is also kept outside the database. */
  isSealKept: () => boolean
  clock: () => Date
  log: FastifyBaseLogger
  publicUrl: string
  /** Whether people use no other address. */
  isPublicUrlSet: boolean
  sessionSecret: string
  /** Who must use two-step sign-in, and the key of its secrets. Without a key nobody can set it up. */
  twoStep: { policy: TwoStepPolicy; key: string | undefined }
  /** The provider of the organization's accounts, if people sign in with them. */
  oidc?: OidcSettings | undefined
  /** Notes that an account may add or edit in 24 hours. */
  notesPerDay: number
  /** Proxies whose forwarded headers are trusted: addresses and CIDR ranges. */
  trustProxy: string[]
  organization: Pick<Organization, 'name' | 'address' | 'timeZone' | 'links' | 'notify' | 'emails' | 'phones'>
  /** The website's pages in other languages. */
  languagePages?: readonly LanguagePage[]
  training: Training
  /** Where record packets are made, and the typefaces for them. */
  packets: { folder: string; fonts: string }
  /** How many bytes the files of all clients may have, and the ClamAV daemon that scans them, if any. */
  files: { mostBytes: number; scanner: string | undefined }
  /** Sends queued mail at once. Call it after the commit of the transaction that queued it. */
  mail: Pick<MailWorker, 'wake' | 'writeFile'>
  /** The website and the portal; without them only the API is served. */
  pages?: PreparedPage[]
  /** Tests write audit rows of views at once, and hash passwords at a lower cost. */
  views?: ViewLog
  passwords?: PasswordHashing
}

/** What the routes of all features share. */
export interface AppContext extends AppDependencies {
  views: ViewLog
  tokens: TokenKey
  /** Finds who is calling by the Authorization header. */
  authenticate: (authorization: string | undefined) => Promise<SignedIn | undefined>
  /** The keyed hash of a caller's network, as audit rows and the log hold it. */
  hashNetwork: (ip: string) => string
  /** Records a call that the caller's role does not allow. */
  recordRefusal: (refusal: Refusal) => void
  /** Who changed the record with that id last; undefined if nobody did. */
  lastChange: (id: string) => Promise<LastChange | undefined>
  /** The existing client into which the record with that id was merged. */
  findMergedInto: (id: string) => Promise<string | undefined>
}
