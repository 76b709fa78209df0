import { type HealthView, healthEndpoints } from '@ohmstead/contract/health'
import type { FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import { version } from '../../platform/version.ts'
import { type Route, route } from '../../route.ts'

const statusOf = { ok: 'ok', away: 'database_away', not_writable: 'database_not_writable' } as const

export const healthRoutes: Route[] = [
  route(healthEndpoints.get, async ({ deps, reply }) =>
    answer(deps, reply, statusOf[deps.health.database()]),
  ),

  route(healthEndpoints.ready, async ({ deps, reply }) =>
    answer(deps, reply, deps.health.isStopping() ? 'stopping' : statusOf[deps.health.database()]),
  ),
]

function answer({ db }: Deps, reply: FastifyReply, status: HealthView['status']): HealthView {
  if (status !== 'ok') reply.code(503)
  return { status, database: db.kind, version }
}
