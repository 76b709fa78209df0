import { controllerKinds } from '@ohmstead/domain/fleet/controller-kind'
import { controllerProblems } from '@ohmstead/domain/fleet/controller-problem'
import { z } from 'zod'
import { refusalReasons } from './controller-messages.ts'
import { endpoint } from './endpoint.ts'

const processLink = z.object({
  broker: z.enum(['embedded', 'external']),
  is_connected: z.boolean(),
  /** Addresses of an external broker, as host and port, at which no session of this process finds an answer. */
  unreachable_nodes: z.array(z.string()),
  /** Messages of readings, the rate being the mean of the last five minutes. */
  stored_per_second: z.number(),
  waiting: z.number(),
})
export type ProcessLink = z.output<typeof processLink>

const serverProcess = z.object({
  name: z.string(),
  version: z.string(),
  started_at: z.number(),
  seen_at: z.number(),
  memory_bytes: z.number(),
  cpu_share: z.number(),
  /** It renews its row every 15 s; one that has not for 45 hangs, or died without a word. */
  is_silent: z.boolean(),
  /** How readings come in through it; null of a process of an earlier version. */
  link: processLink.nullable(),
})

const jobKind = z.object({
  kind: z.string(),
  waiting: z.number(),
  running: z.number(),
  failed: z.number(),
})

const place = z.object({ id: z.number(), name: z.string(), company_id: z.number() })
place.register(z.globalRegistry, { id: 'CompanyPlace' })

const failedJob = z.object({
  id: z.number(),
  kind: z.string(),
  error: z.string().nullable(),
  finished_at: z.number(),
  location: place.nullable(),
})

const operation = z.object({
  checked_at: z.number(),
  processes: z.array(serverProcess),
  jobs: z.object({ kinds: z.array(jobKind), last_failed: z.array(failedJob) }),
  mail: z.object({ waiting: z.number(), oldest_at: z.number().nullable(), failed: z.number() }),
  imports: z.object({ waiting: z.number(), failing: z.number() }),
  controllers: z.object({
    connected: z.number(),
    late: z.number(),
    lost: z.number(),
    new: z.number(),
    wrong_clock: z.number(),
    old_software: z.number(),
    refused: z.number(),
    /** How many the platform itself lost at once, of those that it has not yet found again. */
    lost_at_once: z.number(),
    versions: z.array(
      z.object({
        kind: z.enum(controllerKinds),
        version: z.string(),
        count: z.number(),
        is_newest: z.boolean(),
      }),
    ),
    refusals: z.array(z.object({ reason: z.enum(refusalReasons), controllers: z.number() })),
  }),
  database: z.object({
    kind: z.enum(['embedded', 'postgres']),
    size_bytes: z.number(),
    days: z.array(z.object({ day: z.string(), bytes: z.number() })),
    growth_bytes_per_day: z.number().nullable(),
    free_bytes: z.number().nullable(),
    full_at: z.number().nullable(),
    tables: z.array(z.object({ name: z.string(), bytes: z.number() })),
  }),
})
operation.register(z.globalRegistry, { id: 'Operation' })
export type OperationView = z.output<typeof operation>

const troubledController = z.object({
  id: z.number(),
  unit_id: z.string(),
  alias: z.string().nullable(),
  kind: z.enum(controllerKinds),
  location: place.nullable(),
  last_seen_at: z.number().nullable(),
  clock_offset_ms: z.number().nullable(),
  version: z.string().nullable(),
  /** What was refused from it within a day, the latest first; empty unless that is the problem asked for. */
  refusals: z.array(z.object({ reason: z.enum(refusalReasons), last_at: z.number() })),
})
export type TroubledController = z.output<typeof troubledController>

export const operationEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/operation',
    summary: 'What runs, waits and fails on the whole platform, and how its database grows.',
    permission: 'role.superAdmin',
    unattended: true,
    answer: z.object({ operation }),
  }),
  controllers: endpoint({
    method: 'GET',
    path: '/operation/controllers',
    summary:
      'Controllers that are late, whose clock is wrong, whose software is old or whose messages were refused, 50 a page.',
    permission: 'role.superAdmin',
    unattended: true,
    query: z.object({
      problem: z.enum(controllerProblems),
      page: z.coerce.number<string | number>().int().min(1).max(100_000).default(1),
    }),
    answer: z.object({
      total: z.number(),
      page: z.number(),
      page_size: z.number(),
      controllers: z.array(troubledController),
    }),
  }),
}
