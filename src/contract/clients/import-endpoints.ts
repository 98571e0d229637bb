import * as z from 'zod/mini'
import { described, text, timestamp, timestampOrNull, wholeNumber } from '../described.ts'
import { type BodyOf, endpoint } from '../endpoint.ts'
import { personEmailOrNull, personName, recordId } from '../record.ts'
import { maxLength } from '../text.ts'
import {
  duplicateChoices,
  fileTooLarge,
  importEncodings,
  importFields,
  importLimits,
  mostFindings,
  officeFields,
} from './import-fields.ts'

/** How many of the clients are named that keep an import from being undone. */
export const mostNamed = 20

/** How many imports are listed. */
export const mostImports = 50

/** Base64 has four characters for three bytes. */
const longestFile = Math.ceil(importLimits.bytes / 3) * 4

const field = z.enum(importFields, { error: 'There is no such field' })

export const finding = z.object({
  row: described(z.int(), 'The row, as the spreadsheet numbers it: the first one is 1', 7),
  field: z.optional(field),
  value: described(z.optional(z.string()), 'What the cell holds, 200 characters at most'),
  reason: text('What is wrong, or should be looked at', 'Enter a valid phone number'),
  client: described(z.optional(recordId('client')), 'The existing client whom the row resembles'),
})

const answer = z.union([z.string(), z.boolean(), z.null()], { error: 'There is no such value' })

const checked = z.object({
  columns: described(
    z.array(
      z.object({
        heading: text(
          'The name by which `columns` chooses the column: its heading, with its letter where that is empty or used twice',
          'Phone (column D)',
        ),
        field: described(z.nullable(field), 'What it holds; null if it is left out'),
        likely: described(
          z.nullable(field),
          'What it seems to hold, as another column does: `columns` has to choose one of them',
        ),
        examples: described(z.array(z.string()), 'The first three different values'),
      }),
    ),
    'The columns from left to right',
  ),
  missing: described(
    z.array(field),
    'Required fields without a column. While there are any, or two columns seem to hold the same, no row is read',
  ),
  headingsRow: wholeNumber('The row with the headings; the rows above it are left out', 1),
  rows: wholeNumber('How many rows there are below the headings', 212),
  toImport: wholeNumber('How many clients would be added if all other rows were right', 202),
  skipped: wholeNumber('How many rows are left out as duplicates', 1),
  duplicates: wholeNumber('How many rows have the name and birth date of a client or of an earlier row', 1),
  wrongRows: wholeNumber('How many rows are wrong, without unknown values and duplicates', 8),
  wrong: described(z.array(finding), `What is wrong with them, ${mostFindings} at most`),
  warnings: described(z.array(finding), `What should be looked at, ${mostFindings} at most`),
  unknownValues: described(
    z.array(
      z.object({
        field,
        text: text('What the cells hold', 'Closed'),
        rows: wholeNumber('How many rows have it', 2),
      }),
    ),
    `Texts that \`values\` can answer, and how many rows have them, ${mostFindings} at most: an unknown or missing choice, an unknown worker, and years of birth with two digits`,
  ),
  office: described(
    z.object({ phone: z.int(), email: z.int() }),
    'How many rows have an empty cell in which `office` enters the organization’s own',
  ),
})

export type CheckedImport = z.output<typeof checked>

const clientImport = z.object({
  id: recordId('import'),
  at: timestamp('When it was made'),
  by: personEmailOrNull(
    'Email address of the person who made it; null for an operator’s command and after a purge',
  ),
  byName: personName('Current name of that person; empty if there is none'),
  clients: wholeNumber('How many clients it added', 212),
  untouched: wholeNumber(
    'How many of them are still as they were imported, with nothing added; 0 once it was undone',
    212,
  ),
  undoneAt: timestampOrNull('When it was undone; null if it was not'),
})

export type ClientImport = z.output<typeof clientImport>

export const importEndpoints = {
  run: endpoint('POST /clients/import', {
    access: 'clients:import',
    summary: 'Import clients from a spreadsheet',
    description:
      'Adds a client for each row of a CSV file, all or none; the file is not kept. With `dryRun` it does the same, takes it back, and returns what it found, with status 200. Without it, any wrong row, unanswered value or, with `stop`, duplicate is `rows-refused` with the first findings in `wrong`. A file that is no table, or whose columns are not clear, is `invalid-input`. One import runs at a time. Each client gets an audit row, and so does the import.',
    body: z.object({
      file: described(
        z.string().check(
          ...maxLength(longestFile, { error: fileTooLarge, abort: true }),
          z.refine((file) => !/[^A-Za-z0-9+/=]/.test(file), 'The file must be in base64'),
        ),
        `The file in base64: at most ${importLimits.bytes / 1024 / 1024} MiB and ${importLimits.rows.toLocaleString('en-US')} rows`,
        'TmFtZSxET0IsUGhvbmUsRW1haWwsQWRkcmVzcyxTZXJ2aWNlCkhvZGFuIEFiZGksMTk5MC0wNC0xMiw2MTI1NTUwMTQyLGhAZXhhbXBsZS5vcmcsTm8gZml4ZWQgYWRkcmVzcyxDb25zdWx0YW50Cg==',
      ),
      encoding: described(
        z.optional(z.enum(importEncodings)),
        'Of a file without a byte order mark; `utf-8` if absent',
      ),
      columns: described(
        z._default(z.record(z.string(), z.nullable(field)), {}),
        'What columns hold, by heading; null leaves one out. The others are recognized by their headings',
      ),
      values: described(
        z._default(
          z.partialRecord(field, z.record(z.string(), answer), { error: 'There is no such field' }),
          {},
        ),
        'What unknown texts mean, by field and text; null leaves the field empty. A year of birth with two digits is answered by one with four',
      ),
      office: described(
        z._default(z.array(z.enum(officeFields)), []),
        'The fields whose empty cells get the organization’s own phone number or email address',
      ),
      duplicates: described(
        z._default(z.enum(duplicateChoices), 'stop'),
        'What to do with rows that have the name and birth date of a client or of an earlier row',
      ),
      dryRun: z.boolean(),
    }),
    bodyLimit: 7 * 1024 * 1024,
    slow: true,
    status: 201,
    reply: z.object({ import: clientImport }),
    dryRunReply: checked,
    failures: ['rows-refused', 'import-running'],
  }),
  imports: endpoint('GET /clients/imports', {
    access: 'clients:import',
    summary: 'List imports',
    description: `Returns the imports, newest first, ${mostImports} at most.`,
    reply: z.array(clientImport),
  }),
  undo: endpoint('DELETE /clients/imports/:id', {
    access: 'clients:import',
    confirmedBy: 'everyone',
    summary: 'Undo an import',
    description:
      'Deletes the clients that the import added, all or none. If any of them has been edited, or anything was added to one, even a note that was deleted since or a draft, the call gets 409 with their number and the first of them in `inUse`. Clients who were deleted already stay deleted. Each can be restored.',
    params: z.object({ id: recordId('import') }),
    slow: true,
    failures: ['not-found', 'import-in-use'],
  }),
} as const

/** What the caller decides about a file; the portal keeps it as a draft. */
export type ImportChoices = Omit<BodyOf<typeof importEndpoints.run>, 'file' | 'dryRun'>

export type ImportAnswer = z.output<typeof answer>
