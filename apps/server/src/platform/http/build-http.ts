import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import { type ErrorBody, errorStatus } from '@ohmstead/contract/errors'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify'
import type { PlatformDeps } from '../platform-deps.ts'
import { asAppError, isOutage } from './as-app-error.ts'
import { AskerGone } from './asker-gone.ts'
import { boundBodies } from './bound-bodies.ts'
import { compressAnswers } from './compress-answers.ts'
import { allowListedOrigins } from './cross-origin.ts'
import { prepareDraining } from './drain-http.ts'
import { keepDemoHere } from './keep-demo-here.ts'
import { createOutageLog } from './log-outages.ts'
import { createRefusalLog } from './log-refusals.ts'
import { logRequests } from './log-requests.ts'
import { requestId } from './request-id.ts'
import { traceRequests } from './trace-requests.ts'
import { createUpgradeFilter, prepareWebSockets } from './web-sockets.ts'

/** What no page of ours uses, no injected script may use either. The camera reads the labels of controllers. */
const browserFeatures = ['display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .concat('camera=(self)')
  .join(', ')

function refuseAddress(reason: string, reply: FastifyReply): void {
  const code = reason === 'FST_ERR_MAX_PARAM_LENGTH' ? 'not_found' : 'invalid_request'
  const body: ErrorBody = { error: { code } }
  const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
  void reply.code(errorStatus[code]).headers(headers).send(body)
}

/** The HTTP server with what all answers share: security headers, cookies, one form of error. */
export async function buildHttp(
  deps: Pick<PlatformDeps, 'settings' | 'log' | 'clock'>,
): Promise<FastifyInstance> {
  const upgrades = createUpgradeFilter()
  const app = Fastify({
    http: { shouldUpgradeCallback: upgrades.shouldUpgrade },
    loggerInstance: deps.log.child({ part: 'http' }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // Only what our own proxies have added; a caller may forge earlier addresses.
    trustProxy: deps.settings.trustProxy > 0 && ((_, hop) => hop < deps.settings.trustProxy),
    bodyLimit: 1_000_000,
    genReqId: (request) => requestId(request, deps.settings.trustProxy > 0),
    routerOptions: { maxParamLength: 200 },
    // An address that no route can be looked up for; else the answer would repeat it, in a form of its own.
    frameworkErrors: (error, _, reply) => refuseAddress(error.code, reply as unknown as FastifyReply),
    // Shutdown lets running requests finish (`drain-http`).
    forceCloseConnections: 'idle',
    // A slow endless body would block its connection forever; the slowest upload of a file has this long.
    requestTimeout: 300_000,
  })
  const { analyticsUrls, apiHosts, mapTiles } = deps.settings
  const analyticsOrigins = analyticsUrls.map((url) => new URL(url).origin)
  await app.register(cookie)
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Analytics, if configured: its script by full URL, its calls to that origin.
        scriptSrc: ["'self'", ...analyticsUrls],
        // The component library sets style attributes and one style element with the theme's variables.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...(mapTiles ? [originOfTiles(mapTiles.url)] : [])],
        connectSrc: ["'self'", ...apiHosts, ...analyticsOrigins],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
      },
    },
    strictTransportSecurity: deps.settings.publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('permissions-policy', browserFeatures)
  })
  traceRequests(app, { isBehindProxy: deps.settings.trustProxy > 0 })
  if (deps.settings.accessLog) logRequests(app)
  if (deps.settings.demo) keepDemoHere(app)
  prepareDraining(app)
  prepareWebSockets(app, upgrades)
  boundBodies(app)
  compressAnswers(app)
  allowListedOrigins(app, deps.settings)
  app.decorate('outageLog', createOutageLog(app.log))
  app.decorate('refusalLog', createRefusalLog(app, deps.clock))
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof AskerGone) return reply.hijack()
    const { code, fields, retryAfterSeconds, place, days } = asAppError(error)
    app.refusalLog.write(request, code)
    if (isOutage(error)) app.outageLog.note(error, request.routeOptions.url)
    if (code === 'unexpected')
      request.log.error(
        { err: error, method: request.method, url: request.routeOptions.url },
        'request failed',
      )
    if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
    const body: ErrorBody = {
      error: {
        code,
        ...(fields && { fields }),
        ...(retryAfterSeconds && { retryAfterSeconds }),
        ...(place && { place }),
        ...(days && { days }),
      },
    }
    return reply.code(errorStatus[code]).header('cache-control', 'no-store').send(body)
  })
  return app
}

/** For the browser's policy: a tile server's letter may be any. */
function originOfTiles(url: string): string {
  return new URL(url.replaceAll('{s}', 'any-letter').replace(/\{\w\}/g, '0')).origin.replace(
    'any-letter',
    '*',
  )
}
