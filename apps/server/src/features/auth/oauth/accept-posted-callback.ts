import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { findProvider } from './provider-client.ts'

/**
 * Apple answers with a form posted from its own site, which sends none of our cookies. This only redirects the browser
 * to the callback with the same parameters; there its cookies are sent and everything is checked.
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
