import { deviceCategories } from '@ohmstead/domain/fleet/device-category'
import { labelRules } from '@ohmstead/domain/forms/form-rules'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { bodyId, id, line, ruledText } from './wire.ts'

const group = z.object({ id: z.number(), name: z.string() })
/** Where spot prices are those of. */
export const region = z.object({
  code: z.string().trim().min(1, 'required').max(20, 'max'),
  type: z.literal('BIDDING_ZONE'),
})
region.register(z.globalRegistry, { id: 'PriceRegion' })

const device = z.object({
  id: z.number(),
  /** The device's name in every metric: `<key>/power`. */
  key: z.string(),
  name: z.string(),
  category: z.enum(deviceCategories),
  model: z.string().nullable(),
  device_group_id: z.number().nullable(),
  controller_id: z.number(),
  controller_unit_id: z.string(),
  metrics: z.array(z.string()),
})
device.register(z.globalRegistry, { id: 'LocationDevice' })

export const locationOwner = z.object({
  id: z.number(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
})
locationOwner.register(z.globalRegistry, { id: 'LocationOwner' })

const location = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.string().nullable(),
  country: z.object({ code: z.string() }),
  region: region.nullable(),
  timezone: z.object({ name: z.string() }),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  owner_id: z.number().nullable(),
  owner: locationOwner.nullable(),
  company: z.object({ id: z.number(), name: z.string(), rootGroup: z.object({ id: z.number() }) }),
  /** From the company's root group down to the group the location lies in. */
  groups: z.array(group),
  location_group_id: z.number(),
  device_groups: z.array(z.object({ id: z.number(), name: z.string() })),
  devices: z.array(device),
  controllers: z.array(
    z.object({
      id: z.number(),
      unitId: z.string(),
      kind: z.enum(['CONTROLLER', 'P1_WIFI', 'GATEWAY']),
      alias: z.string().nullable(),
      online: z.boolean(),
      last_seen_at: z.number().nullable(),
    }),
  ),
})
location.register(z.globalRegistry, { id: 'Location' })
export type LocationView = z.output<typeof location>
export type LocationDeviceView = z.output<typeof device>

const kind = ruledText(labelRules(50)).nullable()
const written = z.object({
  name: line(),
  countryCode: z
    .string('required')
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, 'required'),
  region: region.nullable().default(null),
  timezone: line(100),
  kind: kind.default(null),
  latitude: z.number().min(-90, 'min_value').max(90, 'max_value').nullable().default(null),
  longitude: z.number().min(-180, 'min_value').max(180, 'max_value').nullable().default(null),
})

const locationId = z.object({ locationId: id })
const answer = z.object({ location })

export const locationEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/locations/:locationId',
    summary: 'A location with the way to it, its owner, device groups, devices and controllers.',
    permission: 'location.view',
    params: locationId,
    answer,
  }),
  create: endpoint({
    method: 'POST',
    path: '/locations',
    summary:
      'Creates a location, owned by its creator below aggregator. Without a company it goes to theirs, else to the platform.',
    permission: 'role.basic',
    body: written.extend({ companyId: bodyId.optional(), locationGroupId: bodyId.optional() }),
    answer,
    errors: ['not_found', 'too_many_attempts'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/locations/:locationId',
    summary: 'Changes the description of a location; omitted fields stay.',
    permission: 'location.edit',
    params: locationId,
    body: z.object({
      name: written.shape.name.optional(),
      countryCode: written.shape.countryCode.optional(),
      region: region.nullable().optional(),
      timezone: written.shape.timezone.optional(),
      kind: kind.optional(),
      latitude: z.number().min(-90, 'min_value').max(90, 'max_value').nullable().optional(),
      longitude: z.number().min(-180, 'min_value').max(180, 'max_value').nullable().optional(),
    }),
    answer,
  }),
}

const deletedLocation = z.object({
  id: z.number(),
  name: z.string(),
  deletion_due_at: z.number(),
  timezone: z.object({ name: z.string() }),
  /** Whether the reader owns it; else they run its company. */
  is_own: z.boolean(),
  company: group,
})
deletedLocation.register(z.globalRegistry, { id: 'DeletedLocation' })
export type DeletedLocationView = z.output<typeof deletedLocation>

const deletionPreview = z.object({
  /** Each has to be removed before. */
  controllers: z.array(
    z
      .object({ id: z.number(), unit_id: z.string(), alias: z.string().nullable() })
      .meta({ id: 'ControllerInTheWay' }),
  ),
  measured_since: z
    .number()
    .nullable()
    .describe('Start of the first day with measurements, epoch milliseconds; null without any.'),
  takes: z
    .object({
      users: z.number().describe('People it is shared with.'),
      invitations: z.number().describe('Invitations that nobody has answered yet.'),
      devices: z.number().describe('Its devices.'),
      device_groups: z.number().describe('Its groups of devices.'),
      alarms: z.number().describe('Its alarms, cleared ones as well.'),
      alarm_rules: z.number().describe('Alarm rules that are its own.'),
      backups: z.number().describe('Backups of its controllers.'),
      charges: z.number().describe('Charges of cars.'),
      invoice_checks: z.number().describe('Kept checks of invoices.'),
      investments: z.number().describe('What was bought for it.'),
      sharing: z.number().describe('Groups it shares energy in.'),
    })
    .meta({ id: 'GoesWithLocation' }),
})
deletionPreview.register(z.globalRegistry, { id: 'DeletionPreview' })
export type DeletionPreview = z.output<typeof deletionPreview>

export const locationDeletionEndpoints = {
  preview: endpoint({
    method: 'GET',
    path: '/locations/:locationId/deletion',
    summary: 'What goes with a location when it is deleted, and what has to be removed before.',
    permission: 'location.delete',
    params: locationId,
    answer: z.object({ deletion: deletionPreview }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/deleted-locations',
    summary: 'The locations that are being deleted and that one may take back.',
    permission: 'signedIn',
    answer: z.object({ locations: z.array(deletedLocation) }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/locations/:locationId',
    summary:
      'Deletes a location without controllers after 30 days; until then it is hidden, and its readings are kept.',
    permission: 'location.delete',
    params: locationId,
    body: z.object({ confirmed: z.literal(true, 'required') }),
    answer: z.object({ deletion_due_at: z.number() }),
    errors: ['location_has_controllers'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/locations/:locationId/restore',
    summary: 'Takes the deletion of a location back.',
    permission: 'location.restore',
    params: locationId,
  }),
}
