import * as z from 'zod/mini'
import { described, timestamp, wholeNumber } from '../described.ts'
import { endpoint } from '../endpoint.ts'
import { inputShape, storedShape } from '../field-schemas.ts'
import { bothIds, currentVersion, personEmailOrNull, recordId, recordVersion } from '../record.ts'
import { fileFields, fileTypes, largestFile, mostFiles, uploadSeconds } from './fields.ts'

const { name } = inputShape(fileFields)

const paperId = described(
  z.nullish(recordId('paper')),
  'Id of the client’s signed document that it is a copy of; null for none',
)

const file = z.object({
  ...bothIds('file'),
  clientId: recordId('client'),
  paperId: z.nullable(recordId('paper')),
  ...storedShape(fileFields),
  type: described(z.enum(fileTypes), 'By its content, whatever it was called', 'application/pdf'),
  bytes: wholeNumber('Its size', 48_211),
  sha256: described(
    z.string(),
    'The SHA-256 digest of the content, in hexadecimal',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
  createdAt: timestamp('When it was added'),
  createdBy: personEmailOrNull('Email address of the person who added it; null for nobody'),
  version: currentVersion,
})

/** A file of a client as every call returns it; its content is a call of its own. */
export type ClientFile = z.output<typeof file>

const client = z.object({ id: recordId('client') })
const one = z.object({ id: recordId('file') })

export const fileEndpoints = {
  list: endpoint('GET /clients/:id/files', {
    access: 'files:read',
    summary: 'List a client’s files',
    description: 'Returns what is known of each file, the newest first.',
    params: client,
    reply: z.array(file),
    failures: ['not-found'],
  }),
  add: endpoint('POST /clients/:id/files', {
    access: 'files:write',
    summary: 'Add a file',
    description: `The body is the file itself: a PDF, JPEG or PNG of at most ${largestFile / 1024 / 1024} MiB. \`Content-Disposition: attachment; filename*=UTF-8''…\` names it, in percent-encoding (RFC 8187). What a camera or a program wrote into a picture besides the picture (Exif, XMP, comments) is removed, the direction in which it was held, too. It may take ${uploadSeconds} seconds to arrive. A client can have ${mostFiles}, deleted ones counted.`,
    params: client,
    query: z.object({ paper: z.optional(recordId('paper')) }),
    takesFile: true,
    bodyLimit: largestFile,
    idempotent: true,
    status: 201,
    reply: file,
    failures: ['not-found', 'file-type', 'too-many', 'files-full', 'infected', 'scanner-away'],
  }),
  content: endpoint('GET /files/:id/content', {
    access: 'files:read',
    summary: 'Download a file',
    description: 'Returns the content as it is stored.',
    params: one,
    file: 'any',
    reply: z.string().check(z.meta({ description: 'The file', format: 'binary', examples: ['%PDF-1.7'] })),
    failures: ['not-found'],
  }),
  edit: endpoint('PUT /files/:id', {
    access: 'files:write',
    summary: 'Change a file',
    description:
      'Changes its name or the signed document that it is a copy of; what is not sent stays. With `version`, an edit based on an older record gets 409 with the newer one in `current`.',
    params: one,
    body: z.object({ name: z.optional(name), paperId, version: recordVersion }),
    reply: file,
    failures: ['not-found', 'version-conflict'],
  }),
  remove: endpoint('DELETE /files/:id', {
    access: 'files:delete',
    summary: 'Delete a file',
    description: 'A super-admin can restore it until it is purged.',
    params: one,
    failures: ['not-found'],
  }),
}
