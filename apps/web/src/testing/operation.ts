import type { OperationView } from '@ohmstead/contract/operation'

/** A platform on which all is well. */
export const createOperation = (): OperationView => ({
  checked_at: Date.UTC(2026, 10, 26, 12),
  processes: [
    {
      name: 'one 4711',
      version: '1.2.0',
      started_at: Date.UTC(2026, 10, 20, 8),
      seen_at: Date.UTC(2026, 10, 26, 11, 59, 55),
      memory_bytes: 312_000_000,
      cpu_share: 0.35,
      is_silent: false,
      link: {
        ...{ broker: 'embedded', is_connected: true, unreachable_nodes: [] },
        ...{ stored_per_second: 83.2, waiting: 3 },
      },
    },
  ],
  jobs: { kinds: [], last_failed: [] },
  mail: { waiting: 0, oldest_at: null, failed: 0 },
  imports: { waiting: 0, failing: 0 },
  controllers: {
    ...{
      connected: 4998,
      late: 0,
      lost: 0,
      new: 0,
      wrong_clock: 0,
      old_software: 0,
      refused: 0,
      lost_at_once: 0,
    },
    versions: [],
    refusals: [],
  },
  database: {
    kind: 'postgres',
    size_bytes: 1_250_000_000,
    days: [],
    growth_bytes_per_day: null,
    free_bytes: null,
    full_at: null,
    tables: [
      { name: 'sample', bytes: 900_000_000 },
      { name: 'energy_hour', bytes: 200_000_000 },
    ],
  },
})
