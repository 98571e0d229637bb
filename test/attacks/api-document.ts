import type { Role } from '#contract/access/roles.ts'

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema, as it stands in the document
export type Schema = any

interface Response {
  'x-codes'?: string[]
  content?: { 'application/json': { schema: Schema } }
}

interface Operation {
  operationId: string
  security: object[]
  'x-roles'?: Role[]
  parameters: { name: string; in: 'path' | 'query'; schema: Schema }[]
  requestBody?: {
    content: { 'application/json'?: { schema: Schema } }
    'x-body-limit': number
  }
  responses: Record<string, Response>
}

/** A call as `/api/openapi.json` tells it to the world. */
export interface Call extends Operation {
  method: string
  /** Below `/api`, with `{name}` for parameters. */
  path: string
}

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** All calls of the document, each reference in it replaced by what it leads to. */
export function callsOf(document: ApiDocument): Call[] {
  const whole = (value: Schema): Schema => {
    if (Array.isArray(value)) return value.map(whole)
    if (typeof value !== 'object' || value === null) return value
    if (typeof value.$ref === 'string')
      return whole(document.components.schemas[value.$ref.split('/').at(-1)])
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, whole(inner)]))
  }
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...(whole(operation) as Operation),
      path,
      method: method.toUpperCase(),
    })),
  )
}

/** Whether the document lets that role call; null is nobody. */
export function mayCall({ security, 'x-roles': roles }: Call, role: Role | null): boolean {
  const isOpen = security.length === 0 || security.some((need) => Object.keys(need).length === 0)
  return isOpen || (role !== null && roles?.includes(role) === true)
}
