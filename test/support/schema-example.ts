// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema, as it stands in the OpenAPI document
type Schema = any

/** A value made from the examples of a schema's fields. Fields without an example are undefined and left out. */
export function exampleOf(schema: Schema): unknown {
  if (schema.examples) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) {
    const values = schema.anyOf.map(exampleOf)
    return values.find((value: unknown) => value !== undefined && value !== null) ?? values.at(-1)
  }
  if (schema.type === 'null' || (Array.isArray(schema.type) && !schema.format)) return null
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return 3
  if (schema.format === 'date-time') return '2026-03-02T15:04:05.000Z'
  if (schema.type === 'array') return [exampleOf(schema.items)].filter((item) => item !== undefined)
  if (!schema.properties) return undefined
  const fields = Object.entries<Schema>(schema.properties).map(([name, field]) => [name, exampleOf(field)])
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}
