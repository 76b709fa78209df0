import { z } from 'zod'
import { controllerLocation, device } from './controllers.ts'
import { commandStates } from './controllers-page.ts'
import { endpoint } from './endpoint.ts'
import { namedPerson } from './people.ts'
import { namePattern } from './read-message.ts'
import { id } from './wire.ts'

const settingValue = z.union([z.number(), z.boolean(), z.string(), z.null()])

/** The last change that somebody asked for. */
const change = z.object({
  command_id: z.string(),
  value: settingValue,
  state: z.enum(commandStates),
  /** Why it failed, as the controller says. */
  text: z.string().nullable(),
  at: z.number(),
  by: namedPerson.nullable(),
})
change.register(z.globalRegistry, { id: 'ParameterChange' })

const parameter = z.object({
  name: z.string(),
  type: z.enum(['number', 'boolean', 'text']),
  unit: z.string().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  step: z.number().nullable(),
  /** The only values that it takes; null if any does. */
  options: z.array(z.string()).nullable(),
  value: settingValue,
  /** Whether it can be changed. */
  rw: z.boolean(),
  change: change.nullable(),
})
parameter.register(z.globalRegistry, { id: 'DeviceParameter' })
export type DeviceParameterView = z.output<typeof parameter>

const neighbour = device.pick({ id: true, name: true, controller_id: true })
neighbour.register(z.globalRegistry, { id: 'NeighbourDevice' })

const devicePage = device.omit({ params: true }).extend({
  /** Whether a person has marked it as deleted. */
  is_removed: z.boolean(),
  has_communication_error: z.boolean(),
  controller_alias: z.string().nullable(),
  controller_online: z.boolean(),
  /** The device it took over from. */
  replaces: neighbour.nullable(),
  /** The device that took over from it. */
  replaced_by: neighbour.nullable(),
  parameters: z.array(parameter),
})
devicePage.register(z.globalRegistry, { id: 'DevicePage' })
export type DevicePageView = z.output<typeof devicePage>

const removedDevice = device.pick({
  id: true,
  name: true,
  category: true,
  model: true,
  controller_unit_id: true,
})
removedDevice.register(z.globalRegistry, { id: 'RemovedDevice' })
export type RemovedDeviceView = z.output<typeof removedDevice>

const companyDevice = device
  .pick({
    id: true,
    name: true,
    category: true,
    model: true,
    controller_id: true,
    controller_unit_id: true,
    newest_at: true,
  })
  .extend({
    controller_alias: z.string().nullable(),
    controller_online: z.boolean(),
    location: controllerLocation,
  })
companyDevice.register(z.globalRegistry, { id: 'CompanyDevice' })
export type CompanyDeviceView = z.output<typeof companyDevice>

const params = z.object({ locationId: id, deviceId: id })

export const deviceEndpoints = {
  one: endpoint({
    method: 'GET',
    path: '/locations/:locationId/devices/:deviceId',
    summary: 'A device with its parameters and the last change of each.',
    permission: 'location.view',
    params,
    answer: z.object({ device: devicePage }),
    errors: ['not_found'],
  }),
  setParameter: endpoint({
    method: 'POST',
    path: '/locations/:locationId/devices/:deviceId/parameters',
    summary:
      'Asks the controller to change a parameter of a device. What became of it is with the parameter and in the history of commands.',
    permission: 'location.control',
    params,
    body: z.object({
      parameter: z.string().regex(namePattern, 'regex'),
      value: z.union([z.number(), z.boolean(), z.string().max(64, 'max')]),
      /** The value that the person saw; if it is another one by now, nothing is changed. */
      seen: settingValue,
    }),
    answer: z.object({ command_id: z.string(), expires_at: z.number() }),
    errors: [
      'not_found',
      'controller_offline',
      'device_unreachable',
      'edited_meanwhile',
      'too_many_requests',
    ],
    status: 202,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/locations/:locationId/devices/:deviceId',
    summary:
      'Marks a device as deleted: it is shown nowhere, whatever its controller sends. Its readings stay.',
    permission: 'location.edit',
    params,
    query: z.object({
      kept: id.optional(),
    }),
    errors: ['not_found', 'edited_meanwhile'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/locations/:locationId/devices/:deviceId/restore',
    summary: 'Brings back a device that was marked as deleted.',
    permission: 'location.edit',
    params,
    errors: ['not_found', 'device_replaced'],
  }),
  removed: endpoint({
    method: 'GET',
    path: '/locations/:locationId/removed-devices',
    summary: 'The devices of a location that were marked as deleted.',
    permission: 'location.edit',
    params: z.object({ locationId: id }),
    answer: z.object({ devices: z.array(removedDevice) }),
  }),
  company: endpoint({
    method: 'GET',
    path: '/companies/:companyId/devices',
    summary: 'The devices at all locations of a company. By location, 50 a page.',
    permission: 'company.edit',
    params: z.object({ companyId: id }),
    query: z.object({
      /** Words in the name, model, serial, controller or location. */
      search: z.string().trim().max(200).default(''),
      page: z.coerce.number<string | number>().int().min(1).max(100_000).default(1),
    }),
    answer: z.object({
      devices: z.array(companyDevice),
      total: z.number(),
      page: z.number(),
      /** Always 50. */
      page_size: z.number(),
    }),
  }),
}
