import { required } from '@ohmstead/domain/forms/form-rules'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { consumerInfo, manualConsumerInfo } from './portal-consumer-info.ts'
import { bodyId, id, localDay, ruledText } from './wire.ts'

/** Why the last import ended early; `portal.import.problem.<code>` is the text for people. */
export const importProblems = [
  'portal_unknown_point',
  'portal_token_rejected',
  'portal_token_unreadable',
  'portal_unavailable',
  'portal_busy',
  'portal_answer_wrong',
  'import_cancelled',
  'unexpected',
] as const

const readingsState = z.object({
  /** First and last local day with readings; null without any. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Days with readings; how many days between lack some, and how many are partly estimated. */
  days: z.number(),
  missing_days: z.number(),
  estimated_days: z.number(),
  /**
   * Set while the first import runs or is interrupted: every day from this one on has been read, and none before, so
   * figures over older days are figures so far. Null once the history is complete.
   */
  read_since: z.string().nullable(),
  /** When an import was last completed; a device whose import runs or was interrupted shows part of its past. */
  last_import_at: z.number().nullable(),
  last_error: z.enum(importProblems).nullable(),
  /** When an interrupted import resumes by itself. */
  next_try_at: z.number().nullable(),
})
readingsState.register(z.globalRegistry, { id: 'ReadingsState' })

const abstractDevice = z.object({
  id: z.number(),
  /** The short identifier of the metering place, such as 4-0000000. */
  eimm: z.string(),
  gsrn: z.string().nullable(),
  title: z.string().nullable(),
  tariffsCount: z.union([z.literal(1), z.literal(2)]),
  abstract_device_type_id: z.literal(1),
  /** Tokens that give access to it; `token` is cut to five characters and a mask. Empty in the view over customers. */
  credentials: z.array(z.object({ token: z.string(), token_id: z.number() })),
  source: z.enum(['portal', 'csv']),
  consumerInfo: consumerInfo.nullable(),
  readings: readingsState,
  /** The running import, or the last one of the past day. */
  job: z
    .object({
      id: z.number(),
      state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
      done: z.number(),
      total: z.number().nullable(),
    })
    .nullable(),
  /** Its owner; null for one's own. */
  owner: z.object({ id: z.number(), name: z.string() }).nullable(),
})
abstractDevice.register(z.globalRegistry, { id: 'MeteringPoint' })
export type AbstractDeviceView = z.output<typeof abstractDevice>

/** Faults found in readings. `first` is the epoch second of the first affected interval, or a line of the file. */
export const readingProblem = z.object({
  kind: z.enum([
    'duplicate',
    'conflict',
    'negative',
    'tooLarge',
    'offGrid',
    'outOfRange',
    'missing',
    'estimated',
    'suspectZero',
    'unreadable',
    'future',
    'otherPoint',
  ]),
  count: z.number(),
  first: z.number(),
})
readingProblem.register(z.globalRegistry, { id: 'ReadingProblem' })
export type ReadingProblemView = z.output<typeof readingProblem>

const milliWh = z.array(z.number().nullable())

const readings = z.object({
  /** Epoch seconds of the start of the first interval: local midnight of `from`. */
  first_start: z.number(),
  interval_seconds: z.literal(900),
  /** Milliwatt-hours per quarter-hour, each identified by its start; null is missing. */
  import_milli_wh: milliWh,
  export_milli_wh: milliWh.nullable(),
  /** One character per interval: `.` measured, `e` estimated or replaced, `m` missing, `z` a zero that may be a gap. */
  quality: z.string(),
  /** The days with readings: how often they were corrected, and whether all of their intervals exist. */
  days: z.array(
    z.object({ day: z.string(), version: z.number(), fetched_at: z.number(), complete: z.boolean() }),
  ),
  problems: z.array(readingProblem),
})
readings.register(z.globalRegistry, { id: 'QuarterHours' })
export type ReadingsView = z.output<typeof readings>

const deviceId = z.object({ deviceId: id })
const one = z.object({ device: abstractDevice })
/** Null while it is queued; the device reports the job once it runs. */
const job = z.object({ id: z.number() }).nullable()
job.register(z.globalRegistry, { id: 'StartedJob' })

export const abstractDeviceEndpoints = {
  all: endpoint({
    method: 'GET',
    path: '/abstract-devices-all',
    summary: 'The own metering points, with the state of their readings.',
    permission: 'signedIn',
    answer: z.object({ devices: z.array(abstractDevice) }),
  }),
  managed: endpoint({
    method: 'GET',
    path: '/abstract-devices-managed',
    summary:
      "Metering points of other people: for an aggregator of its companies' users, for a super admin all.",
    permission: 'role.aggregator',
    query: z.object({
      /** Text in the identifier, title or owner's name. */
      search: z.string().trim().max(200).default(''),
      companyId: id.optional(),
      page: z.coerce.number<string | number>().int().min(1).max(100_000).default(1),
    }),
    /** 50 a page. */
    answer: z.object({ devices: z.array(abstractDevice), total: z.number() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/abstract-devices/:deviceId',
    summary: 'A metering point: an own one, or for an aggregator one of the people of its companies.',
    permission: 'signedIn',
    params: deviceId,
    answer: one,
    errors: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/abstract-device',
    summary:
      'Adds a metering point by its EIMM, or a further token to one that is known; its import starts by itself.',
    permission: 'signedIn',
    body: z.object({
      eimm: ruledText([required]).regex(/^\d{1,2}-\d{3,10}$/, 'regex'),
      token_id: bodyId,
      abstract_device_type_id: z.literal(1).default(1),
      /** Further tokens of the user that give access to it. */
      credentials: z
        .array(z.object({ token_id: bodyId }))
        .max(20, 'max')
        .default([]),
    }),
    answer: z.object({ addDevice: abstractDevice }),
    errors: [
      'not_found',
      'country_required',
      'device_exists',
      'portal_unknown_point',
      'portal_token_rejected',
      'portal_token_unreadable',
      'portal_unavailable',
      'portal_busy',
      'portal_answer_wrong',
      'too_many_attempts',
      'too_many_points',
    ],
  }),
  removeToken: endpoint({
    method: 'DELETE',
    path: '/abstract-device/:deviceId/token/:tokenId',
    summary: 'Takes a token off a metering point; with the last one the point and its readings go.',
    permission: 'signedIn',
    params: deviceId.extend({ tokenId: id }),
    answer: z.object({ removed: z.boolean() }),
    errors: ['not_found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/abstract-devices/:deviceId',
    summary: 'Deletes a metering point with all its readings.',
    permission: 'signedIn',
    params: deviceId,
    errors: ['not_found'],
  }),
  startImport: endpoint({
    method: 'POST',
    path: '/abstract-devices/:deviceId/import',
    summary: 'Reads the last 730 days from the portal once more; one import at a time runs for a point.',
    permission: 'signedIn',
    params: deviceId,
    body: z.object({}),
    answer: z.object({ job }),
    errors: ['not_found', 'conflict', 'portal_token_rejected', 'too_many_attempts'],
  }),
  importCsv: endpoint({
    method: 'POST',
    path: '/abstract-devices/csv',
    summary: "Takes the portal's 15-minute export as it is: the body is the file (text/csv, at most 32 MB).",
    permission: 'signedIn',
    file: { type: 'text/csv', maxBytes: 32_000_000 },
    cost: 100,
    answer: z.object({
      device: abstractDevice,
      imported: z.object({
        days: z.number(),
        readings: z.number(),
        problems: z.array(readingProblem),
      }),
    }),
    errors: [
      'payload_too_large',
      'csv_not_quarter_hours',
      'csv_unknown_columns',
      'csv_several_points',
      'csv_unreadable',
      'csv_changed',
      'csv_empty',
      'too_many_attempts',
      'too_many_points',
    ],
  }),
  updateConsumerInfo: endpoint({
    method: 'PUT',
    path: '/abstract-devices/:deviceId/consumer-info',
    summary: "Details of a point that the portal lacks; the portal's values take precedence.",
    permission: 'signedIn',
    params: deviceId,
    body: manualConsumerInfo,
    answer: one,
    errors: ['not_found'],
  }),
  readings: endpoint({
    method: 'GET',
    path: '/abstract-devices/:deviceId/readings',
    summary: 'Quarter-hours of local days, both inclusive, at most 730 days, none in the future.',
    permission: 'signedIn',
    params: deviceId,
    query: z.object({ from: localDay, to: localDay }),
    answer: readings,
    cost: 10,
    errors: ['not_found'],
  }),
}
