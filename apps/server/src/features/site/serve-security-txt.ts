import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import { getSiteInfo } from './site-info.ts'

const validMs = 180 * 86_400_000

/** Where to report a vulnerability, as in RFC 9116: the platform's support address, on every host it serves. */
export function serveSecurityTxt(app: FastifyInstance, deps: Deps): void {
  app.get('/.well-known/security.txt', async (_, reply) => {
    const { contact } = await getSiteInfo(deps.db.at('page'))
    if (!contact.supportEmail) throw new AppError('not_found')
    const lines = [
      `Contact: mailto:${contact.supportEmail}`,
      `Expires: ${new Date(deps.clock.now() + validMs).toISOString()}`,
      `Canonical: ${deps.settings.publicUrl}/.well-known/security.txt`,
    ]
    return reply
      .header('cache-control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`)
  })
}
