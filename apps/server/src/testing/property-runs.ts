import process from 'node:process'

/**
 * The number of cases per property. All of them prove the rule, on the embedded database; on PostgreSQL a third
 * shows that its statements mean the same there.
 */
export const propertyRuns = (all: number): number =>
  process.env.TEST_DATABASE_URL ? Math.ceil(all / 3) : all
