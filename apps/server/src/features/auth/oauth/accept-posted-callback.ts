import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { findProvider } from './provider-client.ts'

/**
 * Apple answers by a form posted from its own site, which brings none of our cookies along. This does nothing but send
 * the browser on to the callback with the same words; there its cookies are back and everything is checked.
 */
export async function acceptPostedCallback(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 20_000 },
      (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.post<{ Params: { provider: string }; Body: unknown }>(
      '/api/auth/oauth/:provider/callback',
      (request, reply) => {
        const provider = findProvider(deps.settings, request.params.provider)
        if (!provider) return reply.callNotFound()
        const posted = Object.entries((request.body ?? {}) as Record<string, unknown>)
        const kept = ['code', 'state', 'iss', 'error', 'user']
        const search = new URLSearchParams(
          posted.flatMap(([name, value]) =>
            kept.includes(name) && typeof value === 'string' ? [[name, value]] : [],
          ),
        )
        return reply
          .header('cache-control', 'no-store')
          .redirect(`/api/auth/oauth/${provider.id}/callback?${search}`, 303)
      },
    )
  })
}
