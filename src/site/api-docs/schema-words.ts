import type { Schema, Schemas } from './document-shape.ts'
import { apiDocsWording } from './wording.en.ts'

const wording = apiDocsWording.schema

/** A row of a table of fields; fields of fields follow theirs, as `counts.active`. */
export type Field = {
  name: string
  required: boolean
  type: string
  limits?: string | undefined
  /** The values there are, where they can be listed. */
  values: readonly unknown[]
  meaning?: string | undefined
}

/** The shapes a value may have: more than one where the schema is a union. */
export function shapesOf(schema: Schema): readonly Schema[] {
  return schema.anyOf && !isNullable(schema) ? schema.anyOf : [schema]
}

/** The fields of an object, or of each element of a list. */
export function fieldsOf(schema: Schema, schemas: Schemas, prefix = ''): Field[] {
  const { items, properties = {}, required = [] } = resolved(schema, schemas)
  if (items) return fieldsOf(items, schemas, prefix)
  return Object.entries(properties).flatMap(([name, property]) => {
    const field = fieldOf(`${prefix}${name}`, property, required.includes(name))
    const bare = withoutNull(property)
    const inner = bare.items?.properties ? fieldsOf(bare.items, schemas, `${prefix}${name}[].`) : []
    return [field, ...inner, ...(bare.properties ? fieldsOf(bare, schemas, `${prefix}${name}.`) : [])]
  })
}

export function fieldOf(name: string, schema: Schema, required: boolean): Field {
  const bare = withoutNull(schema)
  return {
    name,
    required,
    type: typeOf(schema),
    limits: limitsOf({ ...schema, ...bare }),
    values: bare.enum ?? [],
    meaning: schema.description,
  }
}

/** `list of Client`, `string or null`, `date-time`. */
export function typeOf(schema: Schema): string {
  if (isNullable(schema)) return wording.orNull(typeOf(withoutNull(schema)))
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(wording.or)
  if (schema.$ref) return nameOf(schema.$ref)
  if (schema.items) return wording.listOf(typeOf(schema.items))
  if ('const' in schema) return JSON.stringify(schema.const)
  if (typeof schema.additionalProperties === 'object') {
    return wording.objectOf(typeOf(schema.additionalProperties))
  }
  return schema.format ?? String(schema.type ?? wording.anything)
}

function limitsOf({ minLength, maxLength, minimum, maximum, pattern, description, ...rest }: Schema) {
  const limits: string[] = []
  if (maxLength !== undefined) limits.push(wording.characters(minLength ?? 0, maxLength))
  if (minimum !== undefined) limits.push(wording.atLeast(minimum))
  if (maximum !== undefined) limits.push(wording.atMost(maximum))
  if (pattern !== undefined && !description) limits.push(pattern)
  if (rest.default !== undefined) limits.push(wording.byDefault(String(rest.default)))
  return limits.length > 0 ? limits.join(', ') : undefined
}

function isNullable({ anyOf, type }: Schema): boolean {
  return Array.isArray(type) ? type.includes('null') : (anyOf?.some((one) => one.type === 'null') ?? false)
}

function withoutNull(schema: Schema): Schema {
  if (!isNullable(schema)) return schema
  const { anyOf, type, ...rest } = schema
  if (Array.isArray(type)) return { ...rest, type: type.filter((one) => one !== 'null').join(wording.or) }
  const others = (anyOf ?? []).filter((one) => one.type !== 'null')
  return others.length === 1 && others[0] ? others[0] : { ...rest, anyOf: others }
}

function resolved(schema: Schema, schemas: Schemas): Schema {
  return schema.$ref ? (schemas[nameOf(schema.$ref)] ?? {}) : schema
}

function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}
