import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { FeatureName } from '#contract/endpoint-table.ts'
import { uploadSeconds } from '#contract/files/fields.ts'
import { linkEndpoints } from '#contract/links/endpoints.ts'
import { peopleEndpoints } from '#contract/people/endpoints.ts'
import type { AppContext, AppDependencies } from './app-context.ts'
import { lastChange } from './audit/reading-store.ts'
import { auditRoutes } from './audit/routes.ts'
import { refusedCall, viewLog } from './audit/view-log.ts'
import { authorizationRoutes } from './authorizations/routes.ts'
import { cleanUpRegularly } from './clean-up.ts'
import { clientMergeRoutes } from './client-merges/routes.ts'
import { clientRecordRoutes } from './client-records/routes.ts'
import { importRoutes } from './clients/import/routes.ts'
import { clientRoutes } from './clients/routes.ts'
import { findMergedInto } from './clients/store.ts'
import { contactFormPages } from './contact-messages/refused-page.ts'
import { contactFormRoutes, contactMessageRoutes } from './contact-messages/routes.ts'
import { deletedRecordRoutes } from './deleted-records/routes.ts'
import { draftRoutes } from './drafts/routes.ts'
import { dueRoutes } from './due/routes.ts'
import { employeeRoutes } from './employees/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { moveFollowUps } from './follow-ups/move-follow-ups.ts'
import { followUpRoutes } from './follow-ups/routes.ts'
import { goalRoutes } from './goals/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { homeRoutes } from './homes/routes.ts'
import { type AddRoute, endpointRouter } from './http/endpoint-router.ts'
import {
  answerFailures,
  Failure,
  frameworkErrorAnswer,
  sendFailure,
  socketErrorAnswer,
} from './http/failure.ts'
import { acceptForms, acceptJson, registerCrossSiteCheck } from './http/input.ts'
import { type OpenApiDocument, openApiDocument } from './http/openapi.ts'
import { registerOverloadLimit } from './http/overload.ts'
import { logRequests } from './http/request-log.ts'
import { apiHeaders, pageHeaders, setHeaders } from './http/security-headers.ts'
import { noteRoutes } from './notes/routes.ts'
import { outgoingMailRoutes } from './outgoing-mail/routes.ts'
import type { PreparedPage } from './pages/prepared-page.ts'
import { servePages, serveSecurityTxt } from './pages/serve-pages.ts'
import { paperRoutes } from './papers/routes.ts'
import { people } from './people/store.ts'
import { recordPacketRoutes } from './record-packet/routes.ts'
import { serviceLogRoutes } from './service-log/routes.ts'
import { sessionRoutes } from './session/routes.ts'
import { authenticator, tokenKey } from './session/token.ts'
import { acceptForwarded, networkHash } from './throttling/caller.ts'
import { deckHosts } from './training/content.ts'
import { trainingRoutes } from './training/routes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route, such as 'GET /api/clients', for a test that compares them with the contract. */
    served: string[]
  }
  interface FastifyContextConfig {
    isProbe?: boolean
    takesFile?: boolean
  }
}

/** Close slow and idle sockets within 30 seconds. Milliseconds. */
const httpTimeouts = {
  headersTimeout: 10_000,
  /** For files; every other body has `bodyTimeout`. */
  requestTimeout: uploadSeconds * 1000,
  connectionsCheckingInterval: 5_000,
} as const
const bodyTimeout = 20_000
const connectionTimeout = 25_000
/** Milliseconds for which a client may read nothing of a reply. */
const sendTimeout = 11_000

/** Longest part of a path, in characters; ids are far shorter. */
const maxParamLength = 500

/** Builds the application; does not listen. */
export function createApp(dependencies: AppDependencies): FastifyInstance {
  const tokens = tokenKey(dependencies.sessionSecret)
  const { views = viewLog(dependencies) } = dependencies
  const context: AppContext = {
    ...dependencies,
    views,
    tokens,
    authenticate: authenticator(dependencies.db, tokens, dependencies.clock),
    hashNetwork: networkHash(dependencies.sessionSecret),
    recordRefusal: (refusal) => views.add(refusedCall(dependencies.clock(), refusal)),
    lastChange: (id) => lastChange(dependencies.db, id),
    findMergedInto: (id) => findMergedInto(dependencies.db, id),
  }
  const headers = {
    page: pageHeaders(dependencies.publicUrl, deckHosts(dependencies.training.decks)),
    api: apiHeaders(dependencies.publicUrl),
  }
  const answerSocketError = socketErrorAnswer(headers.api)
  const app = fastify({
    loggerInstance: dependencies.log,
    // One that the client sends is not used: it could be any.
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: dependencies.trustProxy.length > 0 ? dependencies.trustProxy : false,
    connectionTimeout,
    requestTimeout: httpTimeouts.requestTimeout,
    keepAliveTimeout: 15_000,
    http: httpTimeouts,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { querystringParser: () => ({}), maxParamLength },
    frameworkErrors: frameworkErrorAnswer(headers.api),
    clientErrorHandler: answerSocketError,
  })
  app.decorateRequest('actor', undefined)
  app.decorate('served', [])
  app.addHook('onRoute', ({ method, url }) => {
    app.served.push(...[method].flat().map((verb) => `${verb} ${url}`))
  })
  // As Node.js does it after `requestTimeout`, of which a server has only one. It goes on reading the body of a refused call.
  app.addHook('onRequest', ({ raw, routeOptions }, reply, done) => {
    const hasBody = 'content-length' in raw.headers || 'transfer-encoding' in raw.headers
    // Tests that inject a request have no socket.
    if (hasBody && raw.socket instanceof Socket) {
      const tooLate = Object.assign(new Error('The body is late.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      const timer = setTimeout(() => {
        const isAwaited = routeOptions.config.takesFile && !reply.sent
        if (!raw.complete && !isAwaited) answerSocketError.call(app, tooLate, raw.socket)
      }, bodyTimeout)
      raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    }
    done()
  })
  // A client that stops reading in the middle has twice the time: Node.js waits once more after it has sent a part.
  app.addHook('onSend', (_request, { raw }, payload, done) => {
    raw.setTimeout(sendTimeout, () => raw.destroy())
    done(null, payload)
  })
  // While the server stops, a balancer learns from each reply that its next connection has to go elsewhere.
  app.addHook('onRequest', (_request, reply, done) => {
    if (dependencies.stopping?.aborted) reply.header('connection', 'close')
    done()
  })
  acceptForwarded(app, dependencies.trustProxy)
  setHeaders(app, headers.page)
  logRequests(app)
  const { observe } = dependencies
  if (observe) {
    app.addHook('onResponse', (request, reply, done) => {
      observe(request, reply)
      done()
    })
  }
  answerFailures(app)
  app.setNotFoundHandler(answerNotFound)
  app.register(
    async (api) => {
      setHeaders(api, headers.api)
      registerOverloadLimit(api)
      apiRoutes(api, context)
    },
    { prefix: '/api' },
  )
  const { pages } = dependencies
  if (pages) app.register(async (site) => siteRoutes(site, pages, context))
  app.addHook('onClose', () => views.flush())
  cleanUpRegularly(app, dependencies)
  return app
}

/** What answers the calls of each feature. */
const routesOfFeatures: Record<FeatureName, (route: AddRoute, context: AppContext) => void> = {
  session: sessionRoutes,
  clients: (route, context) => {
    importRoutes(route, context)
    clientRoutes(route, context, (trx, move) =>
      moveFollowUps(trx, { trail: context.trail, by: move.actor.employeeId, ...move }),
    )
  },
  notes: noteRoutes,
  'service-log': serviceLogRoutes,
  'follow-ups': followUpRoutes,
  papers: paperRoutes,
  people: (route, context) =>
    clientRecordRoutes(route, context, { store: people, endpoints: peopleEndpoints }),
  homes: homeRoutes,
  authorizations: authorizationRoutes,
  files: fileRoutes,
  goals: goalRoutes,
  due: dueRoutes,
  'client-merges': clientMergeRoutes,
  'record-packet': recordPacketRoutes,
  drafts: draftRoutes,
  employees: employeeRoutes,
  'contact-messages': contactMessageRoutes,
  links: (route, { organization: { links } }) => {
    route(linkEndpoints.resources, async () => links.resources)
    route(linkEndpoints.admin, async () => links.admin)
  },
  training: trainingRoutes,
  'outgoing-mail': outgoingMailRoutes,
  'deleted-records': deletedRecordRoutes,
  audit: auditRoutes,
  health: healthRoutes,
}

function apiRoutes(api: FastifyInstance, context: AppContext): void {
  const route = endpointRouter(api, context)

  acceptJson(api)
  api.setNotFoundHandler(answerNotFound)
  // Otherwise the website's catch-all route would answer these, with its own headers.
  for (const path of ['/', '/*']) api.get(path, answerNotFound)

  for (const addRoutes of Object.values(routesOfFeatures)) addRoutes(route, context)
  api.register(async (visitors) => visitorRoutes(visitors, context))

  let document: OpenApiDocument | undefined
  api.get('/openapi.json', async () => (document ??= openApiDocument(context.publicUrl)))
}

/** Calls of visitors. Requests from other websites are refused. */
function visitorRoutes(app: FastifyInstance, context: AppContext): void {
  registerCrossSiteCheck(app, context)
  contactFormRoutes(endpointRouter(app, context), context)
}

/** The pages, and the addresses without `/api` that their forms post to when scripts are off. */
function siteRoutes(site: FastifyInstance, pages: PreparedPage[], context: AppContext): void {
  site.register(async (scope) => servePages(scope, pages))
  serveSecurityTxt(site, context)
  site.register(async (forms) => {
    acceptForms(forms, contactFormPages(pages))
    visitorRoutes(forms, context)
  })
}

function answerNotFound(_request: FastifyRequest, reply: FastifyReply) {
  return sendFailure(reply, new Failure('not-found'))
}
