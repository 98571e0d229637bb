import * as z from 'zod/mini'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import type { FailureCode } from '../failures.ts'
import { longestHistory } from '../lists.ts'
import { recordId } from '../record.ts'
import type { ClientRecordKind, ClientRecordName } from './schema.ts'

interface Schemas<Input, Edit, Reply> {
  input: Input
  edit: Edit
  record: Reply
}

/** For the API reference: 'paper', 'papers', and what neither the schemas nor the pattern say. */
interface Words {
  one: ClientRecordKind
  many: string
  /** Not of a kind whose list is a call of its own. */
  list?: string
  add: string
  edit: string
}

/** How many a client can have of a kind whose list has no pages, unless the kind says otherwise. */
export const mostOfKind = 300

interface Rules<Values> {
  /** Rules of the values that the schema can't express. `today` is 'YYYY-MM-DD'. */
  errors?(values: Values, today: string): FieldErrors
  /** Of adding and editing, beyond those that every kind can answer with. */
  failures?: readonly FailureCode[]
  /** Of editing alone. */
  editFailures?: readonly FailureCode[]
  most?: number
}

/** The calls of a kind of client record. The feature's permissions are `…:read`, `…:write` and `…:read-versions`. */
export function clientRecordEndpoints<
  const Name extends ClientRecordName,
  Input extends z.ZodMiniType,
  Edit extends z.ZodMiniType,
  Reply extends z.ZodMiniType,
>(
  name: Name,
  { input, edit, record }: Schemas<Input, Edit, Reply>,
  words: Words,
  { errors, failures = [], editFailures = [], most = mostOfKind }: Rules<z.output<Input>> = {},
) {
  const { one, many, list } = words
  const aRecord = /^[aeiou]/.test(one) ? `an ${one}` : `a ${one}`
  // A list that is a call of its own has pages.
  const limit = list === undefined ? '' : ` A client can have ${most}.`
  const client = z.object({ id: recordId('client') })
  return {
    list: endpoint(`GET /clients/:id/${name}`, {
      access: `${name}:read`,
      summary: `List a client’s ${many}`,
      description: list ?? '',
      params: client,
      reply: z.array(record),
      failures: ['not-found'],
    }),
    add: endpoint(`POST /clients/:id/${name}`, {
      access: `${name}:write`,
      summary: `Add ${aRecord}`,
      description: words.add + limit,
      params: client,
      body: input,
      bodyRules: errors,
      idempotent: true,
      status: 201,
      reply: record,
      failures: limit ? ['not-found', 'too-many', ...failures] : ['not-found', ...failures],
    }),
    edit: endpoint(`PUT /${name}/:id`, {
      access: `${name}:write`,
      summary: `Change ${aRecord}`,
      description: `Changes the fields that are sent; the others stay. ${words.edit} With \`version\`, an edit based on an older record gets 409 with the newer one in \`current\`.`,
      params: z.object({ id: recordId(one) }),
      body: edit,
      reply: record,
      failures: ['not-allowed', 'not-found', 'version-conflict', ...failures, ...editFailures],
    }),
    versions: endpoint(`GET /clients/:id/versions/${name}/:recordId`, {
      access: `${name}:read-versions`,
      summary: `List the earlier versions of ${aRecord}`,
      description: `Returns the record as it was before each change, newest first, ${longestHistory} at most. The record packet has all of them.`,
      params: z.object({ id: recordId('client'), recordId: recordId(one) }),
      reply: z.array(record),
      failures: ['not-found'],
    }),
  }
}
