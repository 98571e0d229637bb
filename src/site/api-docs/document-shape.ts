/** What the page reads of the OpenAPI document that the server hands over. */
export type ApiDocument = {
  servers: readonly { url: string }[]
  tags: readonly { name: string; description: string; 'x-displayName': string }[]
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: { schemas: Schemas }
}

export type Schemas = Readonly<Record<string, Schema>>

export type Operation = {
  operationId: string
  tags: readonly string[]
  summary: string
  description: string
  /** Empty where anyone may call; an empty member makes signing in optional. */
  security: readonly object[]
  'x-roles'?: readonly string[]
  parameters: readonly Parameter[]
  requestBody?: { content: Content; 'x-body-limit': number }
  responses: Readonly<Record<string, Response>>
}

export type Parameter = {
  name: string
  in: 'path' | 'query'
  required: boolean
  description?: string
  schema: Schema
  example?: unknown
}

/** `x-codes`: the failures that come with this status; none where the call went well. */
export type Response = { content?: Content; 'x-codes'?: readonly string[] }

export type Content = { 'application/json': { schema: Schema; example?: unknown } }

export type Schema = {
  $ref?: string
  type?: string | readonly string[]
  description?: string
  format?: string
  pattern?: string
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Schema
  anyOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: boolean | Schema
}

/** One call with its place in the document. */
export type Call = { method: string; path: string; id: string; operation: Operation }

export function needsSignIn({ security }: Operation): boolean {
  return security.length > 0 && security.every((requirement) => Object.keys(requirement).length > 0)
}

/** The calls of a feature, in the order of the document. */
export function callsOf(document: ApiDocument, feature: string): Call[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(feature))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        id: operation.operationId.replaceAll('.', '-'),
        operation,
      })),
  )
}
