import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { can, mustUseTwoStep } from '#contract/access/permissions.ts'
import type {
  AnswerOf,
  BodyOf,
  EndpointDefinition,
  FieldErrors,
  ParamsOf,
  QueryOf,
} from '#contract/endpoint.ts'
import { type Actor, isTwoStepOfProvider, type Origin } from '#server/access/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { calendarDayIn } from '#server/calendar.ts'
import { lockTimeout } from '#server/database/connection.ts'
import { onPool } from '#server/database/pools.ts'
import { isConflict } from '#server/database/transient-errors.ts'
import { requireConfirmation } from './confirmation.ts'
import { assertNoErrors, Failure, invalidInput } from './failure.ts'
import { filePlaces, nameOfFile } from './file-body.ts'
import { type IdempotentRequest, parseIdempotencyKey } from './idempotency-store.ts'
import { assertStorable, errorMessage, parseQuery } from './input.ts'
import { keyedSemaphore } from './keyed-semaphore.ts'
import { serializerOf } from './reply-serializer.ts'

/** The argument of a route handler: the checked input and the caller. */
interface Call<E extends EndpointDefinition> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The caller's address, as forwarded by a proxy of TRUST_PROXY. */
  ip: string
  /** For the audit rows of a call without `actor`, which has it, too. */
  origin: Origin
  /** The Cookie header. */
  cookies: string | undefined
  /** The User-Agent header. */
  userAgent: string | undefined
  /** Aborted if the caller’s connection closes before the whole reply has been sent. */
  cut: AbortSignal
  /** Adds headers to the reply, such as Set-Cookie. */
  setHeaders(headers: Readonly<Record<string, string>>): void
  /** Set if the endpoint accepts an Idempotency-Key and one was sent; pass it to `createOnce`. */
  idempotency: E extends { idempotent: true } ? IdempotentRequest | undefined : undefined
  /** The caller. If anyone may call, set only with `optionalAuth`. */
  actor: E['access'] extends 'anyone'
    ? E extends { optionalAuth: true }
      ? Actor | undefined
      : undefined
    : Actor
}

export type AddRoute = <const E extends EndpointDefinition>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<E['status'] extends 204 ? undefined : AnswerOf<E> | Readable>,
) => void

const jsonType = 'application/json; charset=utf-8'
/** A client's file is never shown as what it claims to be. */
const typeOfFile = {
  csv: 'text/csv; charset=utf-8',
  zip: 'application/zip',
  any: 'application/octet-stream',
} as const

/** Calls about one client, which name it in their path. */
export const pathOfClient = '/clients/:id'

/** How many calls that change the same record hold a connection. Two: a repeated one is told that the first still runs. */
const changesOfRecord = 2

/** Bodies: 64 KiB unless the endpoint says otherwise. */
export const defaultBodyLimit = 64 * 1024

/**
 * Adds routes for endpoints of the contract. All calls go through the same steps: authenticate, authorize, check the
 * input, require a confirmation, run the handler, serialize by the reply schema.
 */
export function endpointRouter(api: FastifyInstance, context: AppContext): AddRoute {
  const { clock, authenticate, hashNetwork, recordRefusal, organization, twoStep, oidc } = context
  const { lastChange, findMergedInto } = context
  const { timeZone } = organization
  const today = calendarDayIn(timeZone)
  // Otherwise calls that wait for one locked record would soon hold all connections for changes.
  const inTurn = keyedSemaphore({ most: changesOfRecord, patience: lockTimeout })
  const takeFilePlace = filePlaces(api)
  const originOf = ({ id, ip }: FastifyRequest) => ({ requestId: id, network: hashNetwork(ip) })
  return (endpoint, handler) => {
    const { access, optionalAuth, beforeTwoStep, confirmedBy } = endpoint
    // A search is a POST, so that names are in no address, and so is an export: what they write is at most their audit row.
    const isRead = endpoint.method === 'GET' || (endpoint.method === 'POST' && /:(read|export)$/.test(access))
    api.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: endpoint.bodyLimit ?? defaultBodyLimit,
      config: { isProbe: endpoint.probe === true, takesFile: endpoint.takesFile === true },
      onRequest: async (request: FastifyRequest) => {
        // At once, because Node.js can't look up the address of a connection that has been closed.
        const origin = originOf(request)
        if (access === 'anyone' && !optionalAuth) return
        const signedIn = await authenticate(request.headers.authorization)
        const actor = signedIn && { ...signedIn, ...origin }
        const isLimited =
          actor &&
          !actor.hasTwoStep &&
          mustUseTwoStep(actor.role, twoStep.policy) &&
          !isTwoStepOfProvider(actor, oidc)
        if (access === 'anyone') {
          request.actor = isLimited && !beforeTwoStep ? undefined : actor
          return
        }
        if (!actor) throw new Failure('not-signed-in')
        request.actor = actor
        if (isLimited && !beforeTwoStep) throw new Failure('two-step-required')
        if (!can(actor.role, access)) throw new Failure('not-allowed')
        if (endpoint.takesFile) takeFilePlace(request)
      },
      onError: async ({ actor, params }: FastifyRequest, _reply, error: Error) => {
        if (!actor || access === 'anyone') return
        if (!(error instanceof Failure && error.code === 'not-allowed')) return
        recordRefusal({ actor, permission: error.details.permission ?? access, params })
      },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        assertStorable(request.params)
        // Until the reply begins, which has its own limit.
        if (endpoint.slow) request.raw.socket.setTimeout?.(0)
        // Not `request.signal`, which is aborted as soon as the body has been read.
        const cut = new AbortController()
        const onClose = () => reply.raw.writableFinished || cut.abort()
        if (reply.raw.destroyed) onClose()
        else reply.raw.once('close', onClose)
        const call = {
          params: parse(endpoint.params, request.params),
          query: endpoint.query && parse(endpoint.query, parseQuery(request.url)),
          body: endpoint.takesFile
            ? { bytes: request.body, name: nameOfFile(request.headers['content-disposition']) }
            : parse(endpoint.body, request.body ?? undefined, endpoint.leadingError),
          ip: request.ip,
          origin: request.actor ?? originOf(request),
          cookies: request.headers.cookie,
          userAgent: request.headers['user-agent'],
          cut: cut.signal,
          setHeaders: (headers: Record<string, string>) => void reply.headers(headers),
          actor: request.actor,
        }
        const isDryRun = endpoint.dryRunReply && (call.body as { dryRun: boolean }).dryRun
        const schema = isDryRun ? endpoint.dryRunReply : endpoint.reply
        const serialize = schema && serializerOf(schema)
        assertNoErrors(endpoint.bodyRules?.(call.body as never, today(clock()), timeZone))
        if (call.actor && (confirmedBy === 'everyone' || (confirmedBy && call.actor.hasTwoStep)))
          requireConfirmation(call.actor, clock())
        const idempotency =
          endpoint.idempotent &&
          idempotencyOf(request, reply, [endpoint.path, call.params, withoutBytes(call)])
        // The schemas above made these values, which the generic type can't express.
        const answer = () => handler({ ...call, idempotency } as never)
        const work = () => (isRead ? answer() : change(request.params as { id?: string }, answer))
        const again = (error: unknown) => {
          if (isConflict(error)) return work()
          throw error
        }
        const result = await work()
          .catch(again)
          .catch(async (error: unknown) => {
            // The newer record of a conflict is an answer, too.
            if (error instanceof Failure && error.details.current && serialize) {
              const current = JSON.parse(serialize(error.details.current))
              const changed = error.code === 'version-conflict' ? await lastChange(current.id) : undefined
              Object.assign(error.details, { current, changed })
            }
            const mergedInto =
              error instanceof Failure &&
              error.code === 'not-found' &&
              endpoint.path.startsWith(pathOfClient) &&
              (await findMergedInto((request.params as { id: string }).id))
            throw mergedInto ? new Failure('merged', { mergedInto }) : error
          })
        reply.code(isDryRun ? 200 : endpoint.status)
        // Already serialized. A failure in the middle closes the connection, so that a part can't pass for the whole.
        if (result instanceof Readable)
          return reply.type(endpoint.file ? typeOfFile[endpoint.file] : jsonType).send(result)
        // Not `reply.serializer`: that would also serialize the error reply if serializing fails.
        return serialize ? reply.type(jsonType).send(serialize(result)) : reply.send()
      },
    })

    /** Runs a call that changes something. One that makes a file, or has one scanned, locks nothing while it works. */
    function change<T>({ id }: { id?: string }, answer: () => Promise<T>): Promise<T> {
      const work = () => onPool('changes', answer)
      return id === undefined || endpoint.file || endpoint.takesFile ? work() : inTurn(id.toLowerCase(), work)
    }

    function idempotencyOf({ headers }: FastifyRequest, reply: FastifyReply, content: object) {
      const header = headers['idempotency-key']
      if (header === undefined) return undefined
      const onReplay = () => reply.header('idempotency-replayed', 'true')
      return { key: parseIdempotencyKey(header), content, onReplay }
    }
  }
}

/** What has to be the same when a call with an Idempotency-Key is sent again. */
function withoutBytes({ query, body }: { query: unknown; body: unknown }): unknown {
  if (!(body && typeof body === 'object' && 'bytes' in body)) return body
  const { bytes, ...rest } = body as { bytes: Buffer }
  return { ...rest, query, sha256: createHash('sha256').update(bytes).digest('hex') }
}

function parse(schema: z.ZodMiniType | undefined, input: unknown, leadingError?: string): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(input, { error: errorMessage })
  if (result.success) return result.data
  const errors: FieldErrors = {}
  for (const issue of result.error.issues) errors[issue.path.join('.') || 'body'] ??= issue.message
  throw invalidInput(errors, leadingError)
}
