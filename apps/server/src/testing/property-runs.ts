import process from 'node:process'

/**
 * The number of cases per property. All of them prove the rule; where PostgreSQL tries them all, a third shows that the
 * statements mean the same on the embedded database, which takes twice as long for each.
 */
export const propertyRuns = (all: number): number =>
  process.env.TESTED_ON_POSTGRES ? Math.ceil(all / 3) : all
