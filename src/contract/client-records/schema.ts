import * as z from 'zod/mini'
import { timestamp, timestampOrNull } from '../described.ts'
import { inputShape, storedShape } from '../field-schemas.ts'
import { bothIds, currentVersion, personEmailOrNull, recordId, recordVersion } from '../record.ts'
import type { RecordField, RecordFields } from '../record-field.ts'

/*
 * Records that belong to a client, such as papers, are one pattern: schemas and calls derive from their table of fields
 * (docs/decisions/0069).
 */

/** The kinds by the name that their feature, its calls and its permissions have. */
type Kinds = {
  papers: 'paper'
  'follow-ups': 'follow-up'
  people: 'person'
  homes: 'home'
  goals: 'goal'
  authorizations: 'authorization'
}

export type ClientRecordName = keyof Kinds

/** In the audit trail. */
export type ClientRecordKind = Kinds[ClientRecordName]

const email = (what: string) => personEmailOrNull(`Email address of the person who ${what}; null for nobody`)

export function clientRecordSchemas<const Fields extends RecordFields>(
  kind: ClientRecordKind,
  fields: Fields,
) {
  const input = z.object(inputShape(fields))
  return {
    input,
    /** Fields that are not sent stay as they are. */
    edit: z.extend(z.partial(input), { version: recordVersion }),
    /** A record as every call returns it. */
    record: z.object({
      ...bothIds(kind),
      clientId: recordId('client'),
      ...storedShape(fields),
      createdAt: timestamp('When it was added'),
      createdBy: email('added it'),
      editedAt: timestampOrNull('When it was last changed; null if it never was'),
      editedBy: email('changed it last'),
      version: currentVersion,
    }),
  }
}

/** What every record of a client has, whatever its fields are. */
export type ClientRecord = z.output<
  ReturnType<typeof clientRecordSchemas<Record<never, RecordField>>>['record']
>
