import * as z from 'zod/mini'
import { described, textOrNull, timestamp } from '../described.ts'
import { endpoint } from '../endpoint.ts'

/** Days after its last change for which a draft is kept. */
export const draftDays = 30

/** How many drafts an employee may have; the one that was changed longest ago goes first. */
export const mostDrafts = 200

/** How many bytes of text an employee's drafts may have together. */
export const mostDraftBytes = 4 * 1024 * 1024

const draftValues = described(
  z.record(z.string(), z.string(), { error: 'The values of a draft are texts by field' }),
  'What was typed, by field',
  { text: 'Called the land' },
)

const draftVersion = described(
  z.nullish(
    z
      .int({ error: 'Version must be a whole number' })
      .check(z.gte(1, 'The version is at least 1'), z.lte(2 ** 31 - 1, 'There is no such version')),
  ),
  'The version of the record that is edited; null for a new one',
  3,
)

const revisionError = 'The revision of a draft is a whole number'

const revisionDescription =
  'Changes with each save; a save or deletion that names another one is rejected with the stored draft'

/** Chosen by the portal when a draft begins. */
const draftId = described(
  z
    .string()
    .check(
      z.regex(/^[\w-]{8,64}$/, 'The id of a draft has 8 to 64 letters, digits, hyphens and underscores'),
    ),
  'A new one for each draft; it becomes the Idempotency-Key of the record that the draft creates',
  'b1f6a7d29c3e4d588a046e7f1c2b3d49',
)

const draftKey = described(
  z
    .string()
    .check(
      z.regex(
        /^[a-z\d-]{1,40}(:[\w-]{1,40}){0,2}(~\d{1,3})?$/,
        'The key of a draft names a form and the records it is about',
      ),
    ),
  'Names the form, and the ids of the records that it is about, separated by colons; `~2` and so on at the end for further drafts of that form',
  'note:5f0c1e9a-7b3d-4c52-9e86-2d1a4b7c8f30',
)

const draft = z.object({
  id: draftId,
  key: draftKey,
  values: draftValues,
  version: described(z.nullable(z.int()), 'The version of the record that is edited; null for a new one'),
  revision: described(z.int(), revisionDescription, 4711),
  changedAt: timestamp('When it was last changed'),
})

export type Draft = z.output<typeof draft>

const listedDraft = z.extend(z.omit(draft, { values: true }), {
  about: textOrNull('“First last” of the client that it is about; null for none', 'Hodan Abdi'),
})

export type ListedDraft = z.output<typeof listedDraft>

const draftParams = z.object({ key: draftKey })

export const draftEndpoints = {
  list: endpoint('GET /drafts', {
    access: 'session:own',
    summary: 'List your drafts',
    description: `Returns which forms the signed-in employee has begun and not saved, without what was typed, the latest change first. A draft is kept for ${draftDays} days. If drafts are about clients, a row in the audit trail names these.`,
    reply: z.array(listedDraft),
  }),
  read: endpoint('GET /drafts/:key', {
    access: 'session:own',
    summary: 'Read a draft',
    description:
      'Returns what the signed-in employee has typed in that form. A draft about a client leaves a row in the audit trail.',
    params: draftParams,
    reply: draft,
    failures: ['not-found'],
  }),
  save: endpoint('PUT /drafts/:key', {
    access: 'session:own',
    summary: 'Save a draft',
    description: `Stores what was typed in a form, in place of the revision that it names. If another one is stored, or none, nothing changes, and \`current\` of the reply is the stored draft or null. An employee has ${mostDrafts} drafts at most; a further one replaces the one that was changed longest ago. Beyond 4 MiB of text in all drafts, nothing is stored.`,
    params: draftParams,
    body: z.object({
      id: z.optional(draftId),
      values: draftValues,
      version: draftVersion,
      revision: described(
        z.nullish(z.int({ error: revisionError })),
        'The revision that is replaced; null for a new draft',
        4711,
      ),
    }),
    reply: draft,
    failures: ['draft-changed', 'drafts-full', 'merged'],
  }),
  remove: endpoint('DELETE /drafts/:key', {
    access: 'session:own',
    summary: 'Delete a draft',
    description: 'Deletes the draft with this key, if there is one.',
    params: draftParams,
    query: z.object({
      revision: described(
        z.optional(z.pipe(z.string().check(z.regex(/^\d{1,15}$/, revisionError)), z.transform(Number))),
        'Only this revision: another one is kept, and `current` of the reply is the stored draft',
        '4711',
      ),
    }),
    failures: ['draft-changed'],
  }),
}
