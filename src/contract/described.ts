import * as z from 'zod/mini'

/* What the API reference says about a value. */

export interface Described {
  description?: string
  example?: string | number | boolean | readonly string[]
}

/** The description and the example of a field, as a check of its schema. */
export function describedBy({ description, example }: Described) {
  return z.meta({
    ...(description && { description }),
    ...(example !== undefined && { examples: [example] }),
  })
}

/** A schema with its description and, where the type says too little, an example. */
export function described<Schema extends z.ZodMiniType>(
  schema: Schema,
  description: string,
  example?: unknown,
): Schema {
  return schema.check(z.meta({ description, ...(example !== undefined && { examples: [example] }) }))
}

/* What calls answer, without rules. */

export const text = (description: string, example?: string) => described(z.string(), description, example)

export const textOrNull = (description: string, example?: string) =>
  described(z.nullable(z.string()), description, example)

export const timestamp = (description: string) => described(z.iso.datetime(), description)

export const timestampOrNull = (description: string) => described(z.nullable(z.iso.datetime()), description)

export const yesOrNo = (description: string) => described(z.boolean(), description)

export const wholeNumber = (description: string, example?: number) => described(z.int(), description, example)
