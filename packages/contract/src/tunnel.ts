import { tunnelMinutes } from '@ohmstead/domain/fleet/tunnel-terms'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { namedPerson } from './people.ts'
import { id, optionalText } from './wire.ts'

/**
 * Why a tunnel ended. `lost`: the controller's connection broke; `no_answer`: it never came; `refused`: the controller would
 * not; `stopped`: the server that held it ended; `withdrawn`: the controller left its location; `volume`: too much was sent.
 */
export const tunnelEnds = [
  'pressed',
  'expired',
  'lost',
  'no_answer',
  'refused',
  'stopped',
  'withdrawn',
  'volume',
] as const
export type TunnelEnd = (typeof tunnelEnds)[number]

const tunnel = z.object({
  id: z.number(),
  /** `opening` until the controller has connected. */
  state: z.enum(['opening', 'open', 'closed']),
  opened_at: z.number(),
  opened_by: namedPerson.nullable(),
  /** What it was opened for, in the words of whoever did. */
  reason: z.string().nullable(),
  /** When it ends by itself. */
  expires_at: z.number(),
  /** To when it may be extended at most. */
  latest_end: z.number(),
  closed_at: z.number().nullable(),
  closed_by: namedPerson.nullable(),
  end: z.enum(tunnelEnds).nullable(),
  /** What the controller said when it refused. */
  detail: z.string().nullable(),
  /** Through the tunnel so far, both ways. */
  bytes: z.number(),
})
tunnel.register(z.globalRegistry, { id: 'Tunnel' })
export type TunnelView = z.output<typeof tunnel>

const minutes = z.union(tunnelMinutes.map((one) => z.literal(one)))
const params = z.object({ locationId: id, controllerId: id })
const path = '/locations/:locationId/controllers/:controllerId/tunnel'

export const tunnelEndpoints = {
  one: endpoint({
    method: 'GET',
    path,
    summary: 'The tunnel to a controller that is open, or was last.',
    permission: 'location.view',
    unattended: true,
    params,
    answer: z.object({
      /** Whether this platform has tunnels at all. */
      is_set_up: z.boolean(),
      /** Whether the controller has said that it can. */
      is_supported: z.boolean(),
      /** Whether it says that it is on a mobile network, where data may cost. */
      is_metered: z.boolean(),
      tunnel: tunnel.nullable(),
    }),
    errors: ['not_found'],
  }),
  open: endpoint({
    method: 'POST',
    path,
    summary: 'Opens a tunnel to the own page of a connected controller, or answers the one that is open.',
    permission: 'location.control',
    inPerson: true,
    params,
    body: z.object({
      minutes,
      reason: optionalText([{ rule: 'max', length: 200 }, { rule: 'single_line' }]),
    }),
    answer: z.object({ tunnel }),
    errors: ['not_found', 'controller_offline', 'tunnel_not_set_up', 'tunnel_unsupported'],
  }),
  extend: endpoint({
    method: 'PUT',
    path,
    summary: 'Lets the open tunnel of a controller end that many minutes from now.',
    permission: 'location.control',
    inPerson: true,
    params,
    body: z.object({ minutes }),
    answer: z.object({ tunnel }),
    errors: ['not_found', 'controller_offline', 'tunnel_closed'],
  }),
  close: endpoint({
    method: 'DELETE',
    path,
    summary: 'Closes the tunnel of a controller, for everybody who uses it.',
    permission: 'location.control',
    params,
    answer: z.object({ tunnel: tunnel.nullable() }),
    errors: ['not_found'],
  }),
  visit: endpoint({
    method: 'POST',
    path: `${path}/visits`,
    summary:
      'The address at which a browser enters the tunnel; it works once, for a minute, for the person who asked.',
    permission: 'location.control',
    inPerson: true,
    params,
    answer: z.object({ url: z.string() }),
    errors: ['not_found', 'tunnel_closed'],
  }),
}
