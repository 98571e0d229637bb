import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { type AnyScreen, screens } from '../paths.ts'

/** For monitors. Only those who may read about backups get the last four fields. */
export const health = z.object({
  status: z.literal('ok').check(z.describe('The database answers')),
  version: z.string().check(z.meta({ description: 'The version of this program', examples: ['0.1.0'] })),
  /** 'not sealed': a row has waited for its seal for more than 10 seconds. */
  auditTrail: z
    .enum(['sealed', 'not sealed'])
    .check(z.describe('Whether every row of the audit trail was sealed in time')),
  /** 'not written': the data folder or AUDIT_ANCHOR_DIR can't be written, or holds a seal that the trail has lost. */
  auditAnchor: z
    .enum(['written', 'not written'])
    .check(z.describe('Whether the newest seal of the audit trail is also kept outside the database')),
  /**
   * 'failing': the last backup is older than 26 hours, an employee can sign in, and the server has run for an hour. 'not
   * kept here': the database is external, and BACKUP_DIR is not set.
   */
  backup: z.enum(['ok', 'failing', 'not kept here']).check(z.describe('State of the daily backup')),
  /** 'failing': the last attempt failed, or the newest copy is as old as a backup must not be. */
  backupCopy: z
    .enum(['ok', 'failing', 'none'])
    .check(z.describe('Whether a second place has a copy of each backup')),
  /** 'outdated': English texts of the website have changed since a page in another language was reviewed. */
  translations: z
    .enum(['ok', 'outdated'])
    .check(z.describe('Whether the pages in other languages match the current English texts')),
  lastBackup: z
    .optional(
      z.nullable(
        z.object({
          finishedAt: z.iso.datetime().check(z.describe('When it was made')),
          ageSeconds: z.number().check(z.describe('How many seconds ago that was')),
          bytes: z.number().check(z.describe('Size of the file in bytes')),
          encrypted: z.boolean().check(z.describe('Whether BACKUP_KEY is needed to open it')),
          kept: z.number().check(z.describe('How many backups are in the folder')),
        }),
      ),
    )
    .check(z.describe('The newest backup; null if there is none yet')),
  lastFailure: z
    .optional(z.nullable(z.string()))
    .check(z.describe('Why the last attempt failed; null if it succeeded')),
  lastCopy: z
    .optional(
      z.nullable(
        z.object({
          finishedAt: z.iso.datetime().check(z.describe('When the backup was made')),
          ageSeconds: z.number().check(z.describe('How many seconds ago that was')),
          kept: z.number().check(z.describe('How many copies are in the folder')),
        }),
      ),
    )
    .check(z.describe('The newest copy; null if there is none')),
  lastCopyFailure: z
    .optional(z.nullable(z.string()))
    .check(z.describe('Why the last attempt to copy failed; null if it succeeded')),
})

const well = z.object({ status: z.literal('ok') })

/** The patterns are too narrow to hold anything from a record. */
const screenError = z.object({
  screen: z
    .enum(Object.keys(screens) as AnyScreen[])
    .check(z.describe('The screen, without the record that it showed')),
  error: z
    .string()
    .check(
      z.regex(/^[A-Za-z]{1,40}$/),
      z.meta({ description: 'The kind of error, not its message', examples: ['TypeError'] }),
    ),
  at: z
    .array(
      z
        .string()
        .check(
          z.regex(/^[\w-]{1,60}\.js:\d{1,7}:\d{1,7}$/),
          z.meta({ examples: ['areas-CogEAjGp.js:3:71204'] }),
        ),
    )
    .check(
      z.maxLength(8),
      z.describe(
        'Where it happened, as script, line and column: up to four calls and four components, the innermost first',
      ),
    ),
})

const step = (description: string) => z.boolean().check(z.describe(description))

/** What a new installation needs, and whether it has it. */
const firstSteps = z.object({
  organization: step(
    'Whether the organization data are its own: the example’s contact address ends with `.example`',
  ),
  mail: step('Whether emails are sent'),
  colleagues: step('Whether there is another employee'),
  clients: step('Whether there is a client'),
  backupCopy: step('Whether backups are copied to a second place, or kept by the operator of the database'),
  twoStep: step('Whether the caller uses two-step sign-in'),
})

export type FirstSteps = z.output<typeof firstSteps>

export const healthEndpoints = {
  firstSteps: endpoint({
    method: 'GET',
    path: '/first-steps',
    access: 'backups:read',
    summary: 'What a new installation still needs',
    description: 'Returns for each first step whether it is done.',
    status: 200,
    reply: firstSteps,
  }),
  health: endpoint({
    method: 'GET',
    path: '/health',
    access: 'anyone',
    optionalAuth: true,
    summary: 'Check whether the service works',
    description:
      'For monitors and load balancers. Returns 200 while the server can reach its database, and 503 with `database-away` while it can’t. `auditTrail` is `not sealed` when a row of the audit trail has waited for its seal for more than 10 seconds, `auditAnchor` is `not written` when its newest seal can’t be kept outside the database. `translations` is `outdated` when the English texts of the website have changed since a page in another language was reviewed. `backup` says whether the daily backup is in order, and `backupCopy` whether a second place has a copy of it; a super-admin also sees the last ones.',
    status: 200,
    reply: health,
  }),
  live: endpoint({
    method: 'GET',
    path: '/live',
    access: 'anyone',
    probe: true,
    summary: 'Check whether the process answers',
    description:
      'For whatever restarts a process that hangs. Returns 200 without asking the database, also while the server is being stopped.',
    status: 200,
    reply: well,
  }),
  ready: endpoint({
    method: 'GET',
    path: '/ready',
    access: 'anyone',
    probe: true,
    summary: 'Check whether requests may be sent here',
    description:
      'For load balancers. Returns 503 with `stopping` from the moment the server has been told to stop, and with `database-away` while it can’t reach its database. Public pages need no database: with `?for=website` only stopping counts.',
    query: z.object({
      for: z
        .optional(z.literal('website'))
        .check(z.meta({ description: 'Ask for the public pages only', examples: ['website'] })),
    }),
    status: 200,
    reply: well,
    failures: ['invalid-input'],
  }),
  screenError: endpoint({
    method: 'POST',
    path: '/screen-errors',
    access: 'session:own',
    summary: 'Report a screen that stopped working',
    description:
      'Writes a line to the server’s log for the operator: which screen stopped, which kind of error it was, and where in the scripts it happened. The names of the scripts identify the release. The message of the error is never logged, because it may quote a record. An employee may send 20 reports an hour.',
    body: screenError,
    status: 204,
    failures: ['invalid-input', 'too-many-requests'],
  }),
}
