import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** What a monitor asks for. Only who may read about backups gets the two last parts. */
export const health = z.object({
  status: z.literal('ok').check(z.describe('The database answers')),
  /** 'not sealed': a row has waited for its seal for more than 10 seconds. */
  auditTrail: z
    .enum(['sealed', 'not sealed'])
    .check(z.describe('Whether each row of the audit trail is sealed in time')),
  /**
   * 'not well': the last backup is older than 26 hours, although somebody could sign in and the server has had an hour
   * to make one. 'not kept here': the database is somebody else's, and so are its backups.
   */
  backup: z
    .enum(['well', 'not well', 'not kept here'])
    .check(z.describe('State of the daily backup of the private database')),
  lastBackup: z
    .optional(
      z.nullable(
        z.object({
          finishedAt: z.iso.datetime().check(z.describe('When it was made')),
          ageSeconds: z.number().check(z.describe('How long ago that was')),
          bytes: z.number().check(z.describe('Size of the file')),
          encrypted: z.boolean().check(z.describe('Whether BACKUP_KEY is needed to open it')),
          kept: z.number().check(z.describe('How many are in the folder')),
        }),
      ),
    )
    .check(z.describe('The newest backup; null where there is none yet')),
  lastFailure: z
    .optional(z.nullable(z.string()))
    .check(z.describe('Why the last try failed; null after one that succeeded')),
})

export const healthEndpoints = {
  health: endpoint({
    method: 'GET',
    path: '/health',
    access: 'anyone',
    recognizes: true,
    summary: 'Ask whether the service works',
    description:
      'For monitors and load balancers. It answers 200 while the server can reach its database, and 503 with `database-away` while it can’t. `auditTrail` is `not sealed` when a row of the audit trail has waited for its seal for more than 10 seconds. `backup` says whether the daily backup of the private database is in order; a super-admin also sees the last one.',
    status: 200,
    reply: health,
  }),
}
