import type * as z from 'zod/mini'
import type { Permission } from './access/permissions.ts'
import type { FailureCode } from './failures.ts'

/** Who may call: anyone (an Authorization header is ignored unless `optionalAuth` is set), or holders of a permission. */
type Access = 'anyone' | Permission

/** Error messages by field; empty if the input is valid. */
export type FieldErrors = Record<string, string>

export interface EndpointDefinition {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api`, with `:name` for parameters. */
  path: `/${string}`
  access: Access
  /** With `anyone`: the handler gets the caller if the token is valid. An invalid token is ignored. */
  optionalAuth?: true
  /** Also open to a caller who still has to set up two-step sign-in. */
  beforeTwoStep?: true
  /** Who needs a sign-in or confirmation of the last 15 minutes: everyone, or accounts with two-step sign-in (docs/product.md 83). */
  confirmedBy?: 'everyone' | 'two-step'
  /** One line for the API reference, in the imperative. */
  summary: string
  /** For the API reference: what neither the summary nor the schemas say. */
  description: string
  params?: z.ZodMiniObject
  query?: z.ZodMiniObject
  body?: z.ZodMiniType
  /** The body is a file instead of JSON: its bytes, and its name from the header Content-Disposition. */
  takesFile?: true
  /** Rules of the body that need the calendar: `today` is 'YYYY-MM-DD', and the time zone that of the organization. */
  bodyRules?: (body: never, today: string, timeZone: string) => FieldErrors
  /** The error that becomes the reply's message if it is among several, such as 'All fields are required.' */
  leadingError?: string
  /** Largest body in bytes; 64 KiB unless stated. */
  bodyLimit?: number
  /** Takes the header Idempotency-Key. */
  idempotent?: true
  status: 200 | 201 | 204
  /** Machines ask every second: it leaves no line in the log and is never refused as `busy`. */
  probe?: true
  /** Its reply may begin later than other connections may be silent. */
  slow?: true
  /** The reply is a file instead of JSON. */
  file?: 'csv' | 'zip' | 'any'
  /** Fields that the schema does not name are not sent. Absent with 204. */
  reply?: z.ZodMiniType
  /** The reply, with status 200, to a body with `dryRun: true`. */
  dryRunReply?: z.ZodMiniType
  /** Failures beyond those that every call can answer with, and beyond `invalid-input`. */
  failures?: readonly FailureCode[]
}

type Method = EndpointDefinition['method']

/** Without a status, it is 200 or, without a reply, 204. */
type Definition = Omit<EndpointDefinition, 'method' | 'path' | 'status'> & { status?: 201 }

/**
 * Defines one call of the API, by the name that the portal uses, such as 'GET /clients/:id'. Server routes, the portal's client
 * and the OpenAPI document derive from it.
 */
export function endpoint<const M extends Method, const Path extends `/${string}`, const E extends Definition>(
  name: `${M} ${Path}`,
  definition: E,
) {
  const [method, path] = name.split(' ') as [M, Path]
  const status: EndpointDefinition['status'] = definition.reply ? 200 : 204
  return { ...definition, method, path, status: definition.status ?? status }
}

type Output<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined
type Input<Schema> = Schema extends z.ZodMiniType ? z.input<Schema> : undefined

/** The parsed input that the route handler receives. */
export type ParamsOf<E extends EndpointDefinition> = Output<E['params']>
export type QueryOf<E extends EndpointDefinition> = Output<E['query']>
export type BodyOf<E extends EndpointDefinition> = E extends { takesFile: true }
  ? { name: string; bytes: Buffer }
  : Output<E['body']>

/** What the handler returns, before the reply schema, and what the caller receives, after it. */
export type AnswerOf<E extends EndpointDefinition> = Input<E['reply']> | Input<DryRunReplyOf<E>>
export type ReplyOf<E extends EndpointDefinition> = Output<E['reply']> | Output<DryRunReplyOf<E>>

type DryRunReplyOf<E> = E extends { dryRunReply: infer Schema } ? Schema : never

/** The input that a caller passes: only the parts that the endpoint has. */
export type RequestOf<E extends EndpointDefinition> = (E['params'] extends z.ZodMiniType
  ? { params: z.input<E['params']> }
  : unknown) &
  (E['query'] extends z.ZodMiniType ? { query?: z.input<E['query']> } : unknown) &
  (E['body'] extends z.ZodMiniType ? { body: z.input<E['body']> } : unknown)
