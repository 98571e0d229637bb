import fastJsonStringify, { type Schema } from 'fast-json-stringify'
import * as z from 'zod/mini'

type Serializer = (value: unknown) => string
type Json = z.core.JSONSchema.BaseSchema

const serializers = new WeakMap<z.ZodMiniType, Serializer>()

/**
 * Compiles a reply schema to Fastify's own serializer, when it is first asked for. Fields that the schema does not name are
 * dropped, and a missing required field throws.
 */
export function serializerOf(schema: z.ZodMiniType): Serializer {
  let serializer = serializers.get(schema)
  if (!serializer) {
    serializer = compile(schema)
    serializers.set(schema, serializer)
  }
  return serializer
}

function compile(schema: z.ZodMiniType): Serializer {
  if (!(schema instanceof z.ZodMiniUnion)) return fastJsonStringify(outputSchema(z.toJSONSchema(schema)))
  // fast-json-stringify would validate every row to choose. A list is either the whole array or an object with a page.
  const options = schema.def.options as z.ZodMiniType[]
  const array = options.find((option) => option instanceof z.ZodMiniArray)
  const object = options.find((option) => option !== array)
  if (!array || !object || options.length > 2) throw new Error('A reply is one of an array and an object.')
  const [ofArray, ofObject] = [serializerOf(array), serializerOf(object)]
  return (value) => (Array.isArray(value) ? ofArray(value) : ofObject(value))
}

/** Keeps what determines the output, without limits, patterns or descriptions. `null` becomes a type instead of an `anyOf`. */
function outputSchema(json: Json): Schema {
  if (json.anyOf) {
    const [first, ...others] = json.anyOf.filter(({ type }) => type !== 'null')
    if (!first || others.length > 0) throw new Error('Within a reply, only null can be an alternative.')
    const { type, ...rest } = outputSchema(first) as { type: string }
    return { ...rest, type: [type, 'null'] } as unknown as Schema
  }
  const { type, format, required, items, properties, additionalProperties } = json
  if (type === undefined) return {} as Schema
  return {
    type,
    ...(format === 'date-time' && { format }),
    ...(required && { required }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, outputSchema(property as Json)]),
      ),
    }),
    ...(items && { items: outputSchema(items as Json) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: outputSchema(additionalProperties),
    }),
  } as Schema
}
