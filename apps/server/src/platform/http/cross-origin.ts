import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../../settings.ts'

type Listed = Pick<Settings, 'webOrigins'>

/** The requesting page, if it is at another origin listed by the operator; null for own pages and everybody else. */
export function findListedOrigin({ webOrigins }: Listed, request: FastifyRequest): string | null {
  const { origin } = request.headers
  return origin !== undefined && webOrigins.includes(origin) ? origin : null
}

/** The host whose brand applies: of the requesting page, else the requested one. */
export function findPageHost(settings: Listed, request: FastifyRequest): string {
  const origin = findListedOrigin(settings, request)
  return origin === null ? request.hostname : new URL(origin).hostname
}

/** Whether the page is on another site, to which a browser sends no `SameSite=Lax` cookie. */
export function isFromOtherSite(settings: Listed, request: FastifyRequest): boolean {
  return findListedOrigin(settings, request) !== null && request.headers['sec-fetch-site'] === 'cross-site'
}

/**
 * Lets exactly the pages of the listed origins use the API with cookies and read its answers. Others get no CORS
 * headers at all: to them the API looks as if it had none.
 */
export function allowListedOrigins(app: FastifyInstance, settings: Listed): void {
  if (settings.webOrigins.length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    if (!/^\/api(\/|$)/.test(request.url)) return
    const origin = findListedOrigin(settings, request)
    if (origin === null) return
    reply
      .header('access-control-allow-origin', origin)
      .header('access-control-allow-credentials', 'true')
      .header('access-control-expose-headers', 'content-disposition, retry-after, x-request-id')
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined)
      return answerPreflight(reply)
  })
  // Answers that differ by origin must not be cached for another one.
  app.addHook('onSend', async (request, reply, payload) => {
    if (/^\/api(\/|$)/.test(request.url)) {
      const known = reply.getHeader('vary')
      reply.header('vary', known === undefined ? 'origin' : `${String(known)}, origin`)
    }
    return payload
  })
}

function answerPreflight(reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .header('access-control-allow-methods', 'GET, POST, PUT, DELETE')
    .header('access-control-allow-headers', 'accept, content-type, x-requested-with, x-unattended')
    .header('access-control-max-age', '600')
    .send()
}
