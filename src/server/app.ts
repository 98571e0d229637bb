import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { AppContext, AppDependencies } from './app-context.ts'
import { serveAuditReading } from './audit/routes.ts'
import { refusedCall, viewLog } from './audit/view-log.ts'
import { serveClients } from './clients/routes.ts'
import { contactFormPages } from './contact-messages/refused-page.ts'
import { serveContactForm, serveContactMessages } from './contact-messages/routes.ts'
import { serveEmployees } from './employees/routes.ts'
import { serveHealth } from './health/routes.ts'
import {
  answerFailures,
  Failure,
  frameworkErrorAnswer,
  sendFailure,
  socketErrorAnswer,
} from './http/failure.ts'
import { cleanUpIdempotencyKeys } from './http/idempotency-store.ts'
import { acceptForms, acceptJson, refuseOtherSites } from './http/input.ts'
import { openApiDocument } from './http/openapi.ts'
import { refuseOverload } from './http/overload.ts'
import { logRequests } from './http/request-log.ts'
import { apiHeaders, pageHeaders, setHeaders } from './http/security-headers.ts'
import { endpointServer } from './http/serve-endpoint.ts'
import { serveLinks } from './links/routes.ts'
import { serveNotes } from './notes/routes.ts'
import { serveOutgoingMail } from './outgoing-mail/routes.ts'
import type { PreparedPage } from './pages/prepared-pages.ts'
import { servePages } from './pages/serve-pages.ts'
import { serveSession } from './session/routes.ts'
import { cleanUpSessions } from './session/store.ts'
import { authenticator, tokenKey } from './session/token.ts'
import { cleanUpThrottling } from './throttling/store.ts'
import { deckHosts } from './training/read-training.ts'
import { serveTraining } from './training/routes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route, as 'GET /api/clients', for the test that holds them against the contract. */
    served: string[]
  }
}

/** Slow and silent sockets are closed within 30 seconds, writers and readers. Milliseconds. */
const patience = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 5_000,
} as const
const longestSilence = 25_000

/** Longest address part that is looked up; ids are far shorter. */
const maxParamLength = 500

/** Builds the application; does not listen. */
export function createApp(dependencies: AppDependencies): FastifyInstance {
  const tokens = tokenKey(dependencies.sessionSecret)
  const views = viewLog(dependencies.db, dependencies.log)
  const context: AppContext = {
    ...dependencies,
    views,
    tokens,
    authenticate: authenticator(dependencies.db, tokens, dependencies.clock),
    recordRefusal: (refusal) => views.add(refusedCall(dependencies.clock(), refusal)),
  }
  const headers = {
    page: pageHeaders(dependencies.publicUrl, deckHosts(dependencies.training.decks)),
    api: apiHeaders(dependencies.publicUrl),
  }
  const app = fastify({
    loggerInstance: dependencies.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: dependencies.trustProxy.length > 0 ? dependencies.trustProxy : false,
    connectionTimeout: longestSilence,
    requestTimeout: patience.requestTimeout,
    keepAliveTimeout: 15_000,
    http: patience,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { querystringParser: () => ({}), maxParamLength },
    frameworkErrors: frameworkErrorAnswer(headers.api),
    clientErrorHandler: socketErrorAnswer(headers.api),
  })
  app.decorateRequest('actor', undefined)
  app.decorate('served', [])
  app.addHook('onRoute', ({ method, url }) => {
    app.served.push(...[method].flat().map((one) => `${one} ${url}`))
  })
  setHeaders(app, headers.page)
  logRequests(app)
  answerFailures(app)
  app.setNotFoundHandler(answerNotFound)
  app.register(
    async (api) => {
      setHeaders(api, headers.api)
      refuseOverload(api)
      serveApi(api, context)
    },
    { prefix: '/api' },
  )
  const { pages } = dependencies
  if (pages) app.register(async (site) => serveSite(site, pages, context))
  app.addHook('onClose', () => views.flush())
  cleanUpThrottling(app, dependencies.db, dependencies.clock)
  cleanUpSessions(app, dependencies.db, dependencies.clock)
  cleanUpIdempotencyKeys(app, dependencies.db, dependencies.clock)
  return app
}

function serveApi(api: FastifyInstance, context: AppContext): void {
  const serve = endpointServer(api, context)

  acceptJson(api)
  api.setNotFoundHandler(answerNotFound)
  // Or the website, which takes every address that nothing else answers, would answer with its own headers.
  for (const path of ['/', '/*']) api.get(path, answerNotFound)

  serveSession(serve, context)
  serveClients(serve, context)
  serveNotes(serve, context)
  serveEmployees(serve, context)
  serveOutgoingMail(serve, context)
  serveContactMessages(serve, context)
  serveLinks(serve, context)
  serveTraining(serve, context)
  serveAuditReading(serve, context)
  serveHealth(serve, context)
  api.register(async (visitors) => serveVisitors(visitors, context))

  const document = openApiDocument(context.publicUrl)
  api.get('/openapi.json', async () => document)
}

/** Calls that visitors make, and no other website for them. */
function serveVisitors(app: FastifyInstance, context: AppContext): void {
  refuseOtherSites(app, context.publicUrl)
  serveContactForm(endpointServer(app, context), context)
}

/** Pages; and at their own addresses, without `/api`, the calls that their forms make with scripts off. */
function serveSite(site: FastifyInstance, pages: PreparedPage[], context: AppContext): void {
  site.register(async (scope) => servePages(scope, pages))
  site.register(async (forms) => {
    acceptForms(forms, contactFormPages(pages))
    serveVisitors(forms, context)
  })
}

function answerNotFound(_request: FastifyRequest, reply: FastifyReply) {
  return sendFailure(reply, new Failure('not-found'))
}
