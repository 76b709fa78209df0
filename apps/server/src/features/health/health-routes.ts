import { healthEndpoints } from '@ohmstead/contract/health'
import serverPackage from '../../../package.json' with { type: 'json' }
import { sql } from '../../platform/db/sql.ts'
import { route } from '../../platform/http/route.ts'

export const healthRoutes = [
  route(healthEndpoints.get, async ({ db }) => {
    await db.row(sql`select 1`)
    return { status: 'ok' as const, database: db.kind, version: serverPackage.version }
  }),
]
