import * as z from 'zod/mini'
import { client, clientInput } from '#contract/clients/schema.ts'
import { failureReply } from '#contract/failure-reply.ts'
import { failures } from '#contract/failures.ts'
import { newNote, note } from '#contract/notes/schema.ts'
import { credentials, newPassword } from '#contract/session/schema.ts'

type Direction = 'input' | 'output'

/** Shapes that more than one place speaks of, or that deserve a name. */
const named = {
  Client: [client, 'output'],
  NewClient: [clientInput, 'input'],
  Note: [note, 'output'],
  NewNote: [newNote, 'input'],
  Credentials: [credentials, 'input'],
  NewPassword: [newPassword, 'input'],
  Failure: [failureReply, 'output'],
} as const satisfies Record<string, readonly [z.ZodMiniType, Direction]>

const names = new Map<object, string>(Object.entries(named).map(([name, [schema]]) => [schema, name]))

/** Where a description refers to. */
export const refTo = (name: keyof typeof named) => ({ $ref: `#/components/schemas/${name}` })

export function namedSchemas(): Record<string, object> {
  const schemas = Object.fromEntries(
    Object.entries(named).map(([name, [schema, io]]) => [name, describe(schema, io)]),
  )
  const { code } = (schemas.Failure as { properties: Record<string, object> }).properties
  Object.assign(code ?? {}, { enum: Object.keys(failures) })
  return schemas
}

/** A schema of the contract in JSON Schema: a reference where it has a name. */
export function jsonSchema(schema: z.ZodMiniType, io: Direction): Record<string, unknown> {
  const name = names.get(schema)
  return name ? refTo(name as keyof typeof named) : describe(schema, io)
}

/** Coerced and trimmed values are described as what they come from. */
function describe(root: z.ZodMiniType, io: Direction): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(root, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: json }) => {
      const name = names.get(zodSchema)
      if (name && zodSchema !== (root as object)) {
        for (const key of Object.keys(json)) delete json[key as keyof typeof json]
        json.$ref = refTo(name as keyof typeof named).$ref
      }
      dropTheObvious(json)
    },
  })
  return rest
}

/** What says nothing to a reader: the grammar of a format that has a name, and the range of all integers. */
function dropTheObvious(json: {
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
}): void {
  if (json.format === 'date-time') delete json.pattern
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
}
