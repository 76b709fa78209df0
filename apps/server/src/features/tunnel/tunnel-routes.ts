import { tunnelEndpoints } from '@ohmstead/contract/tunnel'
import { mayOpenTunnel } from '@ohmstead/domain/access/may-open-tunnel'
import type { Actor } from '@ohmstead/domain/access/permission'
import { isMeteredUplink, longestTunnelMs } from '@ohmstead/domain/fleet/tunnel-terms'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable, Transaction } from '../../platform/db/db.ts'
import { createToken, hashToken } from '../../platform/random-token.ts'
import { type Route, route } from '../../route.ts'
import { type AuditContext, auditContextOf, recordAudit } from '../audit/record-audit.ts'
import { findResource } from '../auth/resource-queries.ts'
import { readSessionToken } from '../auth/session-cookie.ts'
import { sendCommandIn } from '../link/commands.ts'
import type { Tunnels } from './start-tunnels.ts'
import { createTunnelName } from './tunnel-name.ts'
import { notifyTunnelEnded } from './tunnel-notices.ts'
import {
  closeExpired,
  findOpenTunnel,
  findTunnelTarget,
  findTunnelView,
  insertTunnel,
  markClosed,
  noteCommand,
  type OpenTunnel,
  setExpiry,
  type TunnelTarget,
} from './tunnel-queries.ts'
import { insertVisit } from './visit-queries.ts'

interface Ids {
  locationId: number
  controllerId: number
}

const minuteMs = 60_000
/** A ticket leads from this page to the tunnel, at once. */
const ticketMs = 60_000
/** The controller's own page, wherever it really listens. */
const target = '127.0.0.1:80'
/** The time that a command has on its way. */
const commandSeconds = 30

export const tunnelRoutes: Route[] = [
  route(tunnelEndpoints.one, async ({ db, deps, params }) => {
    const controller = await getTarget(db, params)
    return {
      is_set_up: deps.tunnels !== null,
      is_supported: findKey(controller) !== null,
      is_metered: isMeteredUplink(controller.info.uplink),
      tunnel: await findTunnelView(db, params, deps.clock.now()),
    }
  }),

  route(tunnelEndpoints.open, async (context) => {
    const { db, deps, params, body, actor } = context
    await refuseWithoutRight(db, actor, params)
    const tunnels = deps.tunnels
    if (!tunnels) throw new AppError('tunnel_not_set_up')
    return db.transaction(async (tx) => {
      const now = deps.clock.now()
      const controller = await getTarget(tx, params)
      const sshKey = findKey(controller)
      if (!(await findOpenTunnel(tx, params, now))) {
        if (!controller.online) throw new AppError('controller_offline')
        if (sshKey === null) throw new AppError('tunnel_unsupported')
        await closeExpired(tx, params.controllerId, now)
        const tunnel = await insertTunnel(tx, {
          ...{ ...params, sshKey, reason: body.reason, userId: actor.userId, now },
          hostName: createTunnelName(),
          sshUser: createTunnelName(),
          expiresAt: now + body.minutes * minuteMs,
        })
        // Somebody else has opened it in this moment.
        if (!tunnel) throw new AppError('conflict')
        const after = { minutes: body.minutes, ...(body.reason !== null && { reason: body.reason }) }
        await recordAudit(tx, auditContextOf(context), { action: 'tunnel_opened', ...params, after })
        await sendOpen(tx, tunnels, tunnel, {
          now,
          seconds: body.minutes * 60,
          audit: auditContextOf(context),
        })
      }
      return { tunnel: (await findTunnelView(tx, params, now))! }
    })
  }),

  route(tunnelEndpoints.extend, async (context) => {
    const { db, deps, params, body, actor } = context
    await refuseWithoutRight(db, actor, params)
    return db.transaction(async (tx) => {
      const now = deps.clock.now()
      await getTarget(tx, params)
      const tunnel = await findOpenTunnel(tx, params, now)
      if (!tunnel || !deps.tunnels) throw new AppError('tunnel_closed')
      const expiresAt = Math.min(now + body.minutes * minuteMs, tunnel.opened_at + longestTunnelMs)
      if (expiresAt > tunnel.expires_at) {
        await setExpiry(tx, tunnel.id, expiresAt)
        const after = { minutes: body.minutes }
        await recordAudit(tx, auditContextOf(context), { action: 'tunnel_extended', ...params, after })
        const seconds = Math.ceil((expiresAt - now) / 1000)
        await sendOpen(tx, deps.tunnels, tunnel, { now, seconds, audit: auditContextOf(context) })
      }
      return { tunnel: (await findTunnelView(tx, params, now))! }
    })
  }),

  route(tunnelEndpoints.close, async (context) => {
    const { db, deps, params, actor } = context
    await refuseWithoutRight(db, actor, params)
    return db.transaction(async (tx) => {
      const now = deps.clock.now()
      const controller = await getTarget(tx, params)
      const tunnel = await findOpenTunnel(tx, params, now)
      if (tunnel) {
        await markClosed(tx, tunnel.id, { end: 'pressed', now, userId: actor.userId })
        const after = { way: 'pressed' }
        await recordAudit(tx, auditContextOf(context), { action: 'tunnel_closed', ...params, after })
        await notifyTunnelEnded(tx, tunnel.id)
        // Its SSH connection ends in any case.
        if (controller.online)
          await sendCommandIn(tx, now, {
            controllerId: params.controllerId,
            op: 'tunnel.close',
            args: { id: tunnel.id },
            ttlSeconds: commandSeconds,
            audit: auditContextOf(context),
          })
      }
      return { tunnel: await findTunnelView(tx, params, now) }
    })
  }),

  route(tunnelEndpoints.visit, async (context) => {
    const { db, deps, params, actor, request } = context
    await refuseWithoutRight(db, actor, params)
    return db.transaction(async (tx) => {
      const now = deps.clock.now()
      await getTarget(tx, params)
      const tunnel = await findOpenTunnel(tx, params, now)
      if (!tunnel || tunnel.connected_at === null || !deps.tunnels) throw new AppError('tunnel_closed')
      const ticket = createToken()
      const isKept = await insertVisit(tx, {
        tunnelId: tunnel.id,
        userId: actor.userId,
        sessionHash: hashToken(readSessionToken(deps, request) ?? ''),
        ticketHash: hashToken(ticket),
        ...{ now, until: now + ticketMs },
      })
      if (!isKept) throw new AppError('not_signed_in')
      await recordAudit(tx, auditContextOf(context), { action: 'tunnel_entered', ...params })
      return { url: deps.tunnels.entryOf(tunnel.host_name, ticket) }
    })
  }),
]

async function getTarget(db: Queryable, ids: Ids): Promise<TunnelTarget> {
  const controller = await findTunnelTarget(db, ids)
  if (!controller) throw new AppError('not_found')
  return controller
}

/** The key of a controller that says it can; null of any other. */
function findKey({ info }: TunnelTarget): string | null {
  const can = Array.isArray(info.features) && info.features.includes('tunnel')
  const isKey = typeof info.sshKey === 'string' && /^ssh-ed25519 [\w+/]{68}$/.test(info.sshKey)
  return can && isKey ? (info.sshKey as string) : null
}

async function refuseWithoutRight(db: Queryable, actor: Actor, { locationId }: Ids): Promise<void> {
  if (!mayOpenTunnel(actor, await findResource(db, actor, { locationId }))) throw new AppError('not_allowed')
}

/** The same command opens a tunnel and lets an open one last longer. */
async function sendOpen(
  tx: Transaction,
  { ssh }: Tunnels,
  { id, controller_id: controllerId, ssh_user: user }: OpenTunnel,
  { now, seconds, audit }: { now: number; seconds: number; audit: AuditContext },
): Promise<void> {
  const command = await sendCommandIn(tx, now, {
    controllerId,
    op: 'tunnel.open',
    args: { id, ttl: seconds, ...ssh, user, target },
    ttlSeconds: commandSeconds,
    audit,
  })
  await noteCommand(tx, id, command.id)
}
