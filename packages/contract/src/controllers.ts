import { controllerKinds } from '@ohmstead/domain/fleet/controller-kind'
import { deviceCategories } from '@ohmstead/domain/fleet/device-category'
import { labelRules } from '@ohmstead/domain/forms/form-rules'
import { z } from 'zod'
import { refusalReasons } from './controller-messages.ts'
import { connectionSettings, deviceSetup, issued, protocol } from './controller-setup.ts'
import { endpoint } from './endpoint.ts'
import { bodyId, id, line, ruledText } from './wire.ts'

const kind = z.enum(controllerKinds)

const refusal = z.object({
  reason: z.enum(refusalReasons),
  count: z.number(),
  first_at: z.number(),
  last_at: z.number(),
  last_detail: z.string().nullable(),
})
refusal.register(z.globalRegistry, { id: 'ControllerRefusal' })

/** The clock that stamps a controller's readings, or a P1 meter's. */
const clock = z.object({
  /** How far it is ahead, in milliseconds; negative if it is behind. */
  offset_ms: z.number(),
  /** Off by more than two minutes in two windows of ten minutes that agree, and since then never within one. */
  is_wrong: z.boolean(),
  checked_at: z.number(),
})
clock.register(z.globalRegistry, { id: 'ControllerClock' })
export type ControllerClock = z.output<typeof clock>

export const controller = z.object({
  id: z.number(),
  unit_id: z.string(),
  kind,
  /** `ems` for our own link, else the name of an adapter. */
  protocol: z.string(),
  alias: z.string().nullable(),
  online: z.boolean(),
  /** Since when it is connected or offline; null if it never was connected. */
  online_changed_at: z.number().nullable(),
  last_seen_at: z.number().nullable(),
  linked_at: z.number().nullable(),
  created_at: z.number(),
  /** What the controller reports about itself; unknown fields are null or missing. */
  info: z.record(z.string(), z.unknown()),
  inventory_rev: z.number().nullable(),
  enrol_allowed: z.boolean(),
  /** Taken from its location, it can be linked again by its serial. */
  is_from_stock: z.boolean(),
  /** Null while nothing is known, for example if readings come without times. */
  clock: clock.nullable(),
  /** What the link refused from it, by reason. */
  refusals: z.array(refusal),
})
controller.register(z.globalRegistry, { id: 'Controller' })
export type ControllerView = z.output<typeof controller>

/** An impossible number for its device, kept aside. */
const implausibleValue = z.object({
  device_key: z.string(),
  /** Null if the device is gone. */
  device_name: z.string().nullable(),
  metric: z.string(),
  /** In `unit`, as `lowest` and `highest` are. */
  value: z.number(),
  unit: z.string(),
  /** The range that it exceeds. */
  lowest: z.number(),
  highest: z.number(),
  /** The time of the reading. */
  at: z.number(),
})
implausibleValue.register(z.globalRegistry, { id: 'ImplausibleValue' })
export type ImplausibleValueView = z.output<typeof implausibleValue>
const implausibleValues = z.object({ values: z.array(implausibleValue) })

export const device = z.object({
  id: z.number(),
  key: z.string(),
  /** The controller's own name for it. */
  source_key: z.string(),
  name: z.string(),
  category: z.enum(deviceCategories),
  model: z.string().nullable(),
  serial: z.string().nullable(),
  controller_id: z.number(),
  controller_unit_id: z.string(),
  device_group_id: z.number().nullable(),
  metrics: z.array(z.string()),
  params: z.array(z.record(z.string(), z.unknown())),
  newest_at: z.number().nullable(),
})
device.register(z.globalRegistry, { id: 'Device' })
export type DeviceView = z.output<typeof device>

export const controllerLocation = z.object({
  id: z.number(),
  name: z.string(),
  location_group_id: z.number(),
})
controllerLocation.register(z.globalRegistry, { id: 'ControllerLocation' })

const companyController = controller
  .omit({ enrol_allowed: true, inventory_rev: true, is_from_stock: true, refusals: true })
  .extend({
    location: controllerLocation,
    /** Its holder: the person it was assigned to, else the owner of its location. */
    owner: z
      .object({
        id: z.number(),
        email: z.string(),
        first_name: z.string(),
        last_name: z.string(),
        /** Assigned to this person by name, not theirs through the location. */
        is_assigned: z.boolean(),
      })
      .meta({ id: 'ControllerOwner' })
      .nullable(),
  })
companyController.register(z.globalRegistry, { id: 'CompanyController' })
export type CompanyControllerView = z.output<typeof companyController>

const locationParams = z.object({ locationId: id })
const controllerParams = z.object({ locationId: id, controllerId: id })

export const controllerEndpoints = {
  create: endpoint({
    method: 'POST',
    path: '/controllers',
    summary: 'Adds a controller to a location: a serial, and once its credentials with settings to paste.',
    permission: 'signedIn',
    body: z.object({
      kind,
      locationId: bodyId,
      alias: ruledText(labelRules(100)).nullish(),
      /** What it speaks, one of `GET /controllers/protocols`; without, our own link. */
      protocol: z.string().max(40).default('ems'),
    }),
    answer: issued,
    errors: ['not_found', 'not_allowed', 'too_many_controllers'],
  }),
  protocols: endpoint({
    method: 'GET',
    path: '/controllers/protocols',
    summary: 'The kinds of foreign devices that can be connected, in the order of their use.',
    permission: 'signedIn',
    answer: z.object({ protocols: z.array(protocol) }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/locations/:locationId/controllers',
    summary: 'The controllers of a location: connected or not, last seen, and what was refused of them.',
    permission: 'location.view',
    params: locationParams,
    answer: z.object({ controllers: z.array(controller) }),
  }),
  implausible: endpoint({
    method: 'GET',
    path: '/locations/:locationId/controllers/:controllerId/implausible-values',
    summary: 'The newest values of a controller that cannot be true and were kept aside, a hundred at most.',
    permission: 'location.view',
    params: controllerParams,
    answer: implausibleValues,
    errors: ['not_found'],
  }),
  renewCredentials: endpoint({
    method: 'POST',
    path: '/locations/:locationId/controllers/:controllerId/credentials',
    summary: 'New credentials for a controller; the old ones end at once, with the session that uses them.',
    permission: 'location.edit',
    params: controllerParams,
    answer: issued,
    errors: ['not_found'],
  }),
  connection: endpoint({
    method: 'GET',
    path: '/locations/:locationId/controllers/:controllerId/connection',
    summary:
      'What to type into a controller, again: its secrets were shown once, and PASSWORD and TOKEN stand for them.',
    permission: 'location.edit',
    params: controllerParams,
    answer: z.object({ settings: connectionSettings, device_setup: deviceSetup.nullable() }),
    errors: ['not_found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/locations/:locationId/controllers/:controllerId',
    summary: 'Revokes a controller and takes it from the location. Its readings stay with the location.',
    permission: 'location.edit',
    params: controllerParams,
    errors: ['not_found'],
  }),
  company: endpoint({
    method: 'GET',
    path: '/companies/:companyId/controllers',
    summary: 'The controllers at all locations of a company, with their owners. By location, 50 a page.',
    permission: 'company.edit',
    params: z.object({ companyId: id }),
    query: z.object({
      /** Words in the serial, name, location or owner. */
      search: z.string().trim().max(200).default(''),
      connected: z.enum(['true', 'false']).optional(),
      page: z.coerce.number<string | number>().int().min(1).max(100_000).default(1),
    }),
    answer: z.object({
      controllers: z.array(companyController),
      total: z.number(),
      page: z.number(),
      /** Always 50. */
      page_size: z.number(),
    }),
  }),
  companyOne: endpoint({
    method: 'GET',
    path: '/companies/:companyId/controllers/:controllerId',
    summary: 'A controller of a company with its devices and what was refused of it.',
    permission: 'company.edit',
    params: z.object({ companyId: id, controllerId: id }),
    answer: z.object({
      controller: companyController.extend({
        refusals: z.array(refusal),
        devices: z.array(
          device.pick({ id: true, key: true, name: true, category: true, model: true, newest_at: true }),
        ),
      }),
    }),
    errors: ['not_found'],
  }),
  companyImplausible: endpoint({
    method: 'GET',
    path: '/companies/:companyId/controllers/:controllerId/implausible-values',
    summary: 'The same for a controller of a company.',
    permission: 'company.edit',
    params: z.object({ companyId: id, controllerId: id }),
    answer: implausibleValues,
    errors: ['not_found'],
  }),
  devices: endpoint({
    method: 'GET',
    path: '/locations/:locationId/devices',
    summary: 'The devices of a location, as their controllers declared them.',
    permission: 'location.view',
    params: locationParams,
    answer: z.object({ devices: z.array(device) }),
  }),
  renameDevice: endpoint({
    method: 'PUT',
    path: '/locations/:locationId/devices/:deviceId',
    summary: 'Gives a device a name that stays, whatever its controller calls it.',
    permission: 'location.edit',
    params: z.object({ locationId: id, deviceId: id }),
    body: z.object({ name: line() }),
    answer: z.object({ device }),
    errors: ['not_found'],
  }),
  setCategory: endpoint({
    method: 'PUT',
    path: '/locations/:locationId/devices/:deviceId/category',
    summary:
      'Says what a foreign device is, where its adapter could only guess: a meter of the grid, of panels, of a load.',
    permission: 'location.edit',
    params: z.object({ locationId: id, deviceId: id }),
    body: z.object({
      /** Null: what its adapter recognises counts again, from its next message on. */
      category: z.enum(deviceCategories).nullable(),
      /** The category that the person saw; if somebody has chosen another one by now, nothing is changed. */
      seen: z.enum(deviceCategories),
    }),
    answer: z.object({ device }),
    errors: ['not_found', 'not_allowed', 'edited_meanwhile'],
  }),
}
