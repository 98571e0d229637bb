import type * as z from 'zod/mini'
import type { Permission } from './access/permissions.ts'
import type { FailureCode } from './failures.ts'

/** Who may call: anyone (an Authorization header is ignored unless the endpoint recognizes), or whoever holds a permission. */
type Access = 'anyone' | Permission

/** What is wrong, by field; empty when nothing is. */
export type FieldErrors = Record<string, string>

export interface EndpointDefinition {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api`, with `:name` for parameters. */
  path: `/${string}`
  access: Access
  /** Where anyone may call: whoever is signed in is known to the route all the same; a token that is no good is ignored. */
  recognizes?: true
  /** One line for the API reference, in the imperative. */
  summary: string
  /** For the API reference: what neither the summary nor the schemas say. */
  description: string
  params?: z.ZodMiniObject
  query?: z.ZodMiniObject
  body?: z.ZodMiniType
  /** Rules of the body that need the calendar: `today` is 'YYYY-MM-DD'. */
  bodyRules?: (body: never, today: string) => FieldErrors
  /** The error that the answer's message names before all others, such as 'All fields are required.' */
  leadingError?: string
  /** Largest body in bytes; 64 KiB unless stated. */
  bodyLimit?: number
  /** Takes the header Idempotency-Key. */
  idempotent?: true
  status: 200 | 201 | 204
  /** The only way out: what the schema does not name is not sent. Absent with 204. */
  reply?: z.ZodMiniType
  /** Failures beyond those that every call can answer with. */
  failures?: readonly FailureCode[]
}

/** States one call of the API. Server routes, the portal's client and the OpenAPI document all derive from it. */
export function endpoint<const E extends EndpointDefinition>(definition: E): E {
  return definition
}

type Output<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined
type Input<Schema> = Schema extends z.ZodMiniType ? z.input<Schema> : undefined

/** What the server's route receives, parsed. */
export type ParamsOf<E extends EndpointDefinition> = Output<E['params']>
export type QueryOf<E extends EndpointDefinition> = Output<E['query']>
export type BodyOf<E extends EndpointDefinition> = Output<E['body']>

/** What the route answers before, and the caller sees after, the reply schema. */
export type AnswerOf<E extends EndpointDefinition> = Input<E['reply']>
export type ReplyOf<E extends EndpointDefinition> = Output<E['reply']>

/** What a caller passes: only the parts that the endpoint has. */
export type RequestOf<E extends EndpointDefinition> = (E['params'] extends z.ZodMiniType
  ? { params: z.input<E['params']> }
  : unknown) &
  (E['query'] extends z.ZodMiniType ? { query?: z.input<E['query']> } : unknown) &
  (E['body'] extends z.ZodMiniType ? { body: z.input<E['body']> } : unknown)
