import { controllerKinds } from '@ohmstead/domain/fleet/controller-kind'
import { labelRules } from '@ohmstead/domain/forms/form-rules'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { mediaTypes } from './media-types.ts'
import { bodyId, id, interfaceLocale, ruledText } from './wire.ts'

const kind = z.enum(controllerKinds)
/** Most controllers that are made together. */
export const mostMade = 10_000
/** Labels of one file. */
export const labelsPerFile = 960

const stockStates = ['new', 'waiting', 'linked'] as const

const stockController = z.object({
  id: z.number(),
  unit_id: z.string(),
  kind,
  protocol: z.string(),
  alias: z.string().nullable(),
  /** `waiting` has reported and nobody has linked it. */
  state: z.enum(stockStates),
  online: z.boolean(),
  last_seen_at: z.number().nullable(),
  created_at: z.number(),
  linked_at: z.number().nullable(),
  batch_id: z.number().nullable(),
  /** Messages of readings that are stored when it is linked. */
  waiting_messages: z.number(),
  /** Where it is linked; null also for a location of another company. */
  location: z.object({ id: z.number(), name: z.string(), location_group_id: z.number() }).nullable(),
})
stockController.register(z.globalRegistry, { id: 'StockController' })
export type StockControllerView = z.output<typeof stockController>

const batch = z.object({
  id: z.number(),
  source: z.enum(['number', 'csv']),
  count: z.number(),
  created_at: z.number(),
  created_by: z.object({ id: z.number(), first_name: z.string(), last_name: z.string() }).nullable(),
  /** Until when the credentials can be downloaded; null once they are gone. */
  credentials_until: z.number().nullable(),
  /** Whether the reader may download them: who made the batch, and super admins. */
  may_download: z.boolean(),
})
batch.register(z.globalRegistry, { id: 'ControllerBatch' })
export type ControllerBatchView = z.output<typeof batch>

/** A row that cannot be read, by its line in the file. */
const csvProblem = z.object({
  line: z.number(),
  reason: z.enum([
    'columns',
    'kind',
    'alias',
    'serial',
    'serial_twice',
    'serial_taken',
    'protocol',
    'too_many',
    'empty',
    'unreadable',
  ]),
  /** The text in question, shortened. */
  value: z.string(),
})
csvProblem.register(z.globalRegistry, { id: 'StockCsvProblem' })
export type StockCsvProblem = z.output<typeof csvProblem>

const companyId = z.object({ companyId: id })
const batchParams = z.object({ companyId: id, batchId: id })

export const stockEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/companies/:companyId/controller-stock',
    summary:
      'Controllers that a company hands out: new, waiting to be linked, or linked. The newest first, 50 a page.',
    permission: 'company.edit',
    params: companyId,
    query: z.object({
      /** Words in the serial or the name. */
      search: z.string().trim().max(200).default(''),
      state: z.enum(stockStates).optional(),
      page: z.coerce.number<string | number>().int().min(1).max(100_000).default(1),
    }),
    answer: z.object({
      controllers: z.array(stockController),
      total: z.number(),
      page: z.number(),
      /** Always 50. */
      page_size: z.number(),
    }),
  }),
  make: endpoint({
    method: 'POST',
    path: '/companies/:companyId/controller-stock',
    summary:
      'Makes controllers of one kind as a job, 10,000 at most: all of them, or none if it is cancelled.',
    permission: 'company.edit',
    params: companyId,
    body: z.object({
      kind,
      count: z.number('required').int('regex').min(1, 'min_value').max(mostMade, 'max_value'),
      alias: ruledText(labelRules(100)).nullish(),
    }),
    cost: 10,
    answer: z.object({ job_id: z.number() }),
  }),
  makeFromCsv: endpoint({
    method: 'POST',
    path: '/companies/:companyId/controller-stock/csv',
    summary:
      'Makes controllers from a file (text/csv, at most 2 MB) with the columns kind, alias or name, serial and protocol. A row that cannot be read is named, and then none is made.',
    permission: 'company.edit',
    params: companyId,
    file: { type: 'text/csv', maxBytes: 2_000_000 },
    cost: 100,
    answer: z.object({
      /** Null if the file has problems. */
      job_id: z.number().nullable(),
      /** The first hundred. */
      problems: z.array(csvProblem),
    }),
    errors: ['payload_too_large'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/companies/:companyId/controller-stock',
    summary: 'Deletes controllers that nobody has linked, with what waits of them; linked ones stay.',
    permission: 'company.edit',
    params: companyId,
    body: z.object({ controllerIds: z.array(bodyId).min(1, 'required').max(1000, 'max') }),
    answer: z.object({ deleted: z.number() }),
  }),
  batches: endpoint({
    method: 'GET',
    path: '/companies/:companyId/controller-batches',
    summary: 'The last fifty times that controllers were made, the newest first.',
    permission: 'company.edit',
    params: companyId,
    answer: z.object({ batches: z.array(batch) }),
  }),
  credentials: endpoint({
    method: 'GET',
    path: '/companies/:companyId/controller-batches/:batchId/credentials',
    summary:
      'The credentials of a batch as CSV, for a day after it was made; for whoever made it, and super admins. Written to the audit log.',
    permission: 'company.edit',
    params: batchParams,
    media: [mediaTypes.csv],
    cost: 10,
    errors: ['not_found', 'not_allowed', 'token_expired'],
  }),
  deleteCredentials: endpoint({
    method: 'DELETE',
    path: '/companies/:companyId/controller-batches/:batchId/credentials',
    summary:
      'Deletes the credentials of a batch before their day is over; only their hashes are known from then on.',
    permission: 'company.edit',
    params: batchParams,
    errors: ['not_found'],
  }),
  labels: endpoint({
    method: 'GET',
    path: '/companies/:companyId/controller-batches/:batchId/labels',
    summary: 'Labels with QR codes of the controllers of a batch: A4 sheets of 3 × 8, at most 40 in a file.',
    permission: 'company.edit',
    params: batchParams,
    query: z.object({
      locale: interfaceLocale,
      /** Which file of a long batch, from 1 on. */
      part: z.coerce.number<string | number>().int().min(1).max(100).default(1),
    }),
    media: [mediaTypes.pdf],
    cost: 100,
    errors: ['not_found'],
  }),
}
