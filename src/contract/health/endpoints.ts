import * as z from 'zod/mini'
import { described, text, timestamp, yesOrNo } from '../described.ts'
import { endpoint } from '../endpoint.ts'
import { type AnyScreen, screens } from '../paths.ts'

/** For monitors. Only those who may read about backups get the last three fields. */
export const health = z.object({
  status: described(z.literal('ok'), 'The database answers'),
  version: text('The version of this program', '1.0.0'),
  /** 'not sealed': a row has waited for its seal for more than 10 seconds. */
  auditTrail: described(
    z.enum(['sealed', 'not sealed']),
    'Whether every row of the audit trail was sealed in time',
  ),
  /** 'not written': the data folder or AUDIT_ANCHOR_DIR can't be written, or holds a seal that the trail has lost. */
  auditAnchor: described(
    z.enum(['written', 'not written']),
    'Whether the newest seal of the audit trail is also kept outside the database',
  ),
  /**
   * 'failing': the last backup is older than 26 hours, an employee can sign in, and the server has run for an hour. 'not
   * kept here': the database is external, and BACKUP_DIR is not set.
   */
  backup: described(z.enum(['ok', 'failing', 'not kept here']), 'State of the daily backup'),
  /** 'nearly full': from four fifths of FILES_MAX_MB on. */
  files: described(z.enum(['ok', 'nearly full']), 'Whether there is room for more files of clients'),
  /** 'outdated': English texts of the website have changed since a page in another language was reviewed. */
  translations: described(
    z.enum(['ok', 'outdated']),
    'Whether the pages in other languages match the current English texts',
  ),
  lastBackup: described(
    z.optional(
      z.nullable(
        z.object({
          finishedAt: timestamp('When it was made'),
          ageSeconds: described(z.number(), 'How many seconds ago that was'),
          bytes: described(z.number(), 'Size of the file in bytes'),
          encrypted: yesOrNo('Whether BACKUP_KEY is needed to open it'),
          kept: described(z.number(), 'How many backups are in the folder'),
        }),
      ),
    ),
    'The newest backup; null if there is none yet',
  ),
  lastFailure: described(
    z.optional(z.nullable(z.string())),
    'Why the last attempt failed; null if it succeeded',
  ),
  foreignBackups: described(
    z.optional(z.array(z.string())),
    'Names in the folder for backups that look like one and count as none: links, and files that this installation did not sign, or that were changed',
  ),
})

const well = z.object({ status: z.literal('ok') })

/** The patterns are too narrow to hold anything from a record. */
const screenError = z.object({
  screen: described(
    z.enum(Object.keys(screens) as AnyScreen[]),
    'The screen, without the record that it showed',
  ),
  error: described(
    z.string().check(z.regex(/^[A-Za-z]{1,40}$/)),
    'The kind of error, not its message',
    'TypeError',
  ),
  at: described(
    z
      .array(
        z
          .string()
          .check(
            z.regex(/^[\w-]{1,60}\.js:\d{1,7}:\d{1,7}$/),
            z.meta({ examples: ['areas-CogEAjGp.js:3:71204'] }),
          ),
      )
      .check(z.maxLength(8)),
    'Where it happened, as script, line and column: up to four calls and four components, the innermost first',
  ),
})

const step = (description: string) => yesOrNo(description)

/** What a new installation needs, and whether it has it. */
const firstSteps = z.object({
  organization: step(
    'Whether the sample organization data has been replaced (the sample contact address ends with `.example`)',
  ),
  name: step('Whether the caller’s account has a name and a title'),
  mail: step('Whether emails are sent'),
  colleagues: step('Whether there is another employee'),
  clients: step('Whether there is a client'),
  backupDisk: step(
    'Whether backups are on another disk than the data, or kept by the operator of the database',
  ),
  twoStep: step('Whether the caller uses two-step sign-in'),
})

export type FirstSteps = z.output<typeof firstSteps>

export const healthEndpoints = {
  firstSteps: endpoint('GET /first-steps', {
    access: 'backups:read',
    summary: 'What a new installation still needs',
    description: 'Returns for each first step whether it is done.',
    reply: firstSteps,
  }),
  health: endpoint('GET /health', {
    access: 'anyone',
    optionalAuth: true,
    summary: 'Check whether the service works',
    description:
      'For monitors and load balancers. Returns 200 while the server can reach its database, and 503 with `database-away` while it can’t. `auditTrail` is `not sealed` when a row of the audit trail has waited for its seal for more than 10 seconds, `auditAnchor` is `not written` when its newest seal can’t be kept outside the database. `files` is `nearly full` when the files of clients take four fifths of what they may. `translations` is `outdated` when the English texts of the website have changed since a page in another language was reviewed. `backup` says whether the daily backup is in order; a super-admin also sees the last one, and what only looks like one.',
    reply: health,
  }),
  live: endpoint('GET /live', {
    access: 'anyone',
    probe: true,
    summary: 'Check whether the process answers',
    description:
      'For whatever restarts a process that hangs. Returns 200 without asking the database, also while the server is being stopped.',
    reply: well,
  }),
  ready: endpoint('GET /ready', {
    access: 'anyone',
    probe: true,
    summary: 'Check whether requests may be sent here',
    description:
      'For load balancers. Returns 503 with `stopping` from the moment the server has been told to stop, and with `database-away` while it can’t reach its database. Public pages need no database: with `?for=website` only stopping counts.',
    query: z.object({
      for: described(z.optional(z.literal('website')), 'Ask for the public pages only', 'website'),
    }),
    reply: well,
  }),
  screenError: endpoint('POST /screen-errors', {
    access: 'session:own',
    summary: 'Report a screen that stopped working',
    description:
      'Writes a line to the server’s log for the operator: which screen stopped, which kind of error it was, and where in the scripts it happened. The names of the scripts identify the release. The message of the error is never logged, because it may quote a record. An employee may send 20 reports an hour.',
    body: screenError,
    failures: ['too-many-requests'],
  }),
}
