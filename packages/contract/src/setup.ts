import { controllerKinds } from '@ohmstead/domain/fleet/controller-kind'
import { parseSerial } from '@ohmstead/domain/fleet/serial'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { region } from './locations.ts'
import { bodyId, id, line } from './wire.ts'

/** A serial as people type it: lower case, without dashes, or with look-alike letters. Decodes to its normal form. */
const unitId = z
  .string('required')
  .trim()
  .min(1, 'required')
  .max(100, 'regex')
  .refine((text) => parseSerial(text) !== null, 'regex')
  .transform((text) => parseSerial(text)!)

const unit = z.object({ unitId })
/** The same controller twice: either name, or both if they agree. */
const units = { node: unit.nullish(), controller: unit.nullish() }

const kind = z.enum(controllerKinds)

const foundController = z.object({
  /** `found` can be linked; `not_found` is also one that is known and has not reported within a quarter of an hour. */
  state: z.enum(['found', 'linked_to_you', 'linked_to_other', 'not_found']),
  /** In its normal form. */
  unit_id: z.string(),
  /** A wrong one hints at a typing mistake; then nothing is found. */
  is_check_right: z.boolean(),
  /** Null unless found or one's own, as are the next ones. */
  kind: kind.nullable(),
  protocol: z.string().nullable(),
  last_seen_at: z.number().nullable(),
  /** Where it is linked, if it is one's own. */
  location: z.object({ id: z.number(), name: z.string() }).nullable(),
})
foundController.register(z.globalRegistry, { id: 'FoundController' })
export type FoundController = z.output<typeof foundController>

const linkedController = z.object({
  id: z.number(),
  unit_id: z.string(),
  kind,
  protocol: z.string(),
  alias: z.string().nullable(),
})
linkedController.register(z.globalRegistry, { id: 'LinkedController' })
export type LinkedController = z.output<typeof linkedController>

const availableUser = z.object({
  id: z.number(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
})
availableUser.register(z.globalRegistry, { id: 'AvailableUser' })
export type AvailableUser = z.output<typeof availableUser>

const availableUsers = z.object({
  /** By name, 50 at most: further ones are found by their words. */
  users: z.array(availableUser),
  total: z.number(),
})
availableUsers.register(z.globalRegistry, { id: 'AvailableUsers' })
const search = z.object({
  /** Words in the name or the address. */
  search: z.string().trim().max(200).default(''),
})

const linkErrors = [
  'controller_data_invalid',
  'serial_not_found',
  'controller_linked_by_you',
  'controller_already_linked',
  'too_many_controllers',
  'too_many_attempts',
  'not_found',
] as const

export const setupEndpoints = {
  find: endpoint({
    method: 'POST',
    path: '/setup/controllers/find',
    summary:
      'Whether the controller with this serial can be linked. Ten attempts an hour; every answer takes equally long.',
    permission: 'role.basic',
    body: unit,
    answer: foundController,
    errors: ['too_many_attempts'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/v2/locations/setup',
    summary: 'Creates a location with its owner and links a controller to it, both or neither.',
    permission: 'role.basic',
    body: z.object({
      location: z.object({
        name: line(),
        countryCode: z
          .string('required')
          .trim()
          .toUpperCase()
          .regex(/^[A-Z]{2}$/, 'required'),
        region,
        timezone: line(100),
      }),
      ...units,
      /** The owner. People below aggregator own what they set up. */
      userId: bodyId,
      companyId: bodyId.nullish(),
      locationGroupId: bodyId.nullish(),
    }),
    answer: z.object({
      location: z
        .object({
          id: z.number(),
          name: z.string(),
          company_id: z.number(),
          location_group_id: z.number(),
          owner_id: z.number(),
        })
        .meta({ id: 'SetUpLocation' }),
      controller: linkedController,
    }),
    errors: ['location_data_invalid', ...linkErrors],
  }),
  assign: endpoint({
    method: 'POST',
    path: '/companies/:companyId/locations/:locationId/controllers/assign',
    summary: 'Links a controller to an existing location.',
    permission: 'location.edit',
    params: z.object({ companyId: id, locationId: id }),
    body: z.object(units),
    answer: z.object({ controller: linkedController }),
    errors: linkErrors,
  }),
  availableUsers: endpoint({
    method: 'GET',
    path: '/setup/available-users',
    summary:
      'Who may own a new location: oneself; for people who run companies, whoever belongs to them and can sign in.',
    permission: 'role.basic',
    query: search,
    answer: availableUsers,
  }),
  companyUsers: endpoint({
    method: 'GET',
    path: '/setup/companies/:companyId/available-users',
    summary: 'Who of one company may own a new location there.',
    permission: 'company.edit',
    params: z.object({ companyId: id }),
    query: search,
    answer: availableUsers,
  }),
}
