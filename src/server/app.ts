import fastify, { type FastifyInstance, LogController } from 'fastify'
import type { EndpointDefinition } from '#contract/endpoint.ts'
import { viewLog } from './audit/view-log.ts'
import { serveClients } from './clients/routes.ts'
import { serveHealth } from './health/routes.ts'
import { answerFailures, answerFrameworkError, sendFailure } from './http/answer-failures.ts'
import { Failure } from './http/failure.ts'
import { openApiDocument } from './http/openapi.ts'
import { logRequests } from './http/request-log.ts'
import { setSecurityHeaders } from './http/security-headers.ts'
import { endpointServer } from './http/serve-endpoint.ts'
import { parseJson } from './http/untrusted-input.ts'
import { serveNotes } from './notes/routes.ts'
import { servePages } from './pages/serve-pages.ts'
import { authenticator } from './session/authenticate.ts'
import { serveSession } from './session/routes.ts'
import { tokenKey } from './session/token.ts'
import type { AppNeeds, Surroundings } from './surroundings.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What is served, for the test that holds it against the contract. */
    served: EndpointDefinition[]
  }
}

/** Slow or silent sockets are closed within 30 seconds (`security.md`, HTTP). Milliseconds. */
const patience = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 5_000,
} as const

/** Builds the application; does not listen. */
export function createApp(needs: AppNeeds): FastifyInstance {
  const views = viewLog(needs.db, needs.log)
  const app = fastify({
    loggerInstance: needs.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: needs.trustProxy.length > 0 ? needs.trustProxy : false,
    requestTimeout: patience.requestTimeout,
    keepAliveTimeout: 15_000,
    http: patience,
    forceCloseConnections: 'idle',
    routerOptions: { querystringParser: () => ({}) },
    frameworkErrors: answerFrameworkError,
  })
  app.decorateRequest('actor', undefined)
  app.decorate('served', [])
  setSecurityHeaders(app, needs.publicUrl)
  logRequests(app)
  answerFailures(app)
  app.register(async (api) => serveApi(api, { ...needs, views }), { prefix: '/api' })
  const { pages } = needs
  if (pages) app.register(async (site) => servePages(site, pages))
  app.addHook('onClose', () => views.flush())
  return app
}

function serveApi(api: FastifyInstance, surroundings: Surroundings): void {
  const { db, clock, publicUrl, sessionSecret } = surroundings
  const tokens = tokenKey(sessionSecret)
  const authenticate = authenticator(db, tokens, clock)
  const serve = endpointServer(api, { clock, authenticate, served: api.served })

  api.removeAllContentTypeParsers()
  api.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => parseJson(body),
  )
  api.setNotFoundHandler((_request, reply) => sendFailure(reply, new Failure('not-found')))

  serveSession(serve, { ...surroundings, tokens })
  serveClients(serve, surroundings)
  serveNotes(serve, surroundings)
  serveHealth(serve, surroundings)

  const document = openApiDocument(publicUrl)
  api.get('/openapi.json', async () => document)
}
