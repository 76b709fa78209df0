import { deviceCategories } from '@ohmstead/domain/fleet/device-category'
import { nameRules } from '@ohmstead/domain/forms/form-rules'
import { z } from 'zod'
import { refusalReasons } from './controller-messages.ts'
import { controller } from './controllers.ts'
import { endpoint } from './endpoint.ts'
import { group } from './location-groups.ts'
import { namedPerson } from './people.ts'
import { id, ruledText } from './wire.ts'

const realtime = z.object({
  /** When it ends by itself. */
  until: z.number(),
  by: namedPerson.nullable(),
})
realtime.register(z.globalRegistry, { id: 'Realtime' })
export type RealtimeView = z.output<typeof realtime>

const pageDevice = z.object({
  id: z.number(),
  key: z.string(),
  name: z.string(),
  category: z.enum(deviceCategories),
  model: z.string().nullable(),
  serial: z.string().nullable(),
  metrics: z.array(z.string()),
  newest_at: z.number().nullable(),
  /** Whether its controller cannot reach it, or gets no values from it. */
  has_communication_error: z.boolean(),
})
pageDevice.register(z.globalRegistry, { id: 'ControllerDevice' })

const controllerPage = controller.extend({
  /** How it reaches the cloud: `ems` for the own link, else the name of an adapter. */
  protocol: z.string(),
  location_name: z.string(),
  company_name: z.string(),
  /** A faster pace that a person has asked for; null if nobody has, or it has ended. */
  realtime: realtime.nullable(),
  devices: z.array(pageDevice),
})
controllerPage.register(z.globalRegistry, { id: 'ControllerPage' })
export type ControllerPageView = z.output<typeof controllerPage>

const connectivity = z.object({
  /** The range, epoch milliseconds; it begins when the controller was added, if that is later. */
  from: z.number(),
  to: z.number(),
  /** Whether it was connected at its start; null if that is unknown. */
  was_online: z.boolean().nullable(),
  changes: z.array(z.object({ at: z.number(), online: z.boolean() }).meta({ id: 'ConnectionChange' })),
})
connectivity.register(z.globalRegistry, { id: 'Connectivity' })
export type ConnectivityView = z.output<typeof connectivity>

const message = z.object({
  id: z.number(),
  at: z.number(),
  /** Empty for what was refused before it was read. */
  topic: z.string(),
  bytes: z.number(),
  /** `partly`: some of its readings were refused. `unlinked`: it came while the controller had no location. */
  outcome: z.enum(['stored', 'partly', 'refused', 'unlinked']),
  refusals: z.array(
    z
      .object({ reason: z.enum(refusalReasons), detail: z.string(), count: z.number() })
      .meta({ id: 'MessageRefusal' }),
  ),
  payload: z.string(),
})
message.register(z.globalRegistry, { id: 'ControllerMessage' })
export type ControllerMessageView = z.output<typeof message>

export const commandStates = ['sent', 'accepted', 'done', 'failed', 'rejected', 'expired'] as const
const command = z.object({
  id: z.string(),
  op: z.string(),
  /** What it was about; null if it concerns the controller itself, or the device is gone. */
  device: group.nullable(),
  args: z.record(z.string(), z.unknown()),
  state: z.enum(commandStates),
  code: z.string().nullable(),
  text: z.string().nullable(),
  created_at: z.number(),
  answered_at: z.number().nullable(),
  by: namedPerson.nullable(),
})
command.register(z.globalRegistry, { id: 'Command' })
export type CommandView = z.output<typeof command>

const params = z.object({ locationId: id, controllerId: id })

export const controllerPageEndpoints = {
  one: endpoint({
    method: 'GET',
    path: '/locations/:locationId/controllers/:controllerId',
    summary: 'A controller with what it reports of itself, its devices, and what was refused of it.',
    permission: 'location.view',
    params,
    answer: z.object({ controller: controllerPage }),
    errors: ['not_found'],
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/locations/:locationId/controllers/:controllerId',
    summary: 'Gives a controller a name of its own, instead of that of its kind.',
    permission: 'location.edit',
    params,
    body: z.object({ alias: ruledText(nameRules(100)) }),
    answer: z.object({ alias: z.string() }),
    errors: ['not_found'],
  }),
  connectivity: endpoint({
    method: 'GET',
    path: '/locations/:locationId/controllers/:controllerId/connectivity',
    summary: 'When a controller was connected and when it was not, in the last days.',
    permission: 'location.view',
    params,
    query: z.object({ days: z.coerce.number<string | number>().int().min(1).max(30).default(7) }),
    answer: connectivity,
    errors: ['not_found'],
  }),
  messages: endpoint({
    method: 'GET',
    path: '/locations/:locationId/controllers/:controllerId/messages',
    summary:
      'The newest messages of a controller with what became of each, 20 at most. They are kept only while this is asked for, from the first time on.',
    permission: 'location.edit',
    unattended: true,
    params,
    answer: z.object({ messages: z.array(message) }),
    errors: ['not_found'],
  }),
  commands: endpoint({
    method: 'GET',
    path: '/locations/:locationId/controllers/:controllerId/commands',
    summary: 'What was asked of a controller, by whom, and what became of it; the newest first, 20 a page.',
    permission: 'location.control',
    params,
    query: z.object({
      /** Only those about this device. */
      deviceId: id.optional(),
      page: z.coerce.number<string | number>().int().min(1).max(100_000).default(1),
    }),
    answer: z.object({
      commands: z.array(command),
      total: z.number(),
      page: z.number(),
      page_size: z.number(),
    }),
    errors: ['not_found'],
  }),
  setRealtime: endpoint({
    method: 'PUT',
    path: '/locations/:locationId/controllers/:controllerId/realtime',
    summary: 'Asks a controller for a reading every two seconds for ten minutes, or to stop that.',
    permission: 'location.control',
    params,
    body: z.object({ active: z.boolean() }),
    answer: z.object({ realtime: realtime.nullable() }),
    errors: ['not_found', 'controller_offline'],
  }),
}
