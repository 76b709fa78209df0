import { z } from 'zod'

const sums = z.object({ importMilliWh: z.number(), exportMilliWh: z.number().nullable() })
sums.register(z.globalRegistry, { id: 'MeterSums' })

const meterDay = z.object({
  day: z.string(),
  comparable: z.number(),
  official: sums,
  controller: sums,
  /** Null if there is too little to judge. */
  agrees: z.boolean().nullable(),
})
meterDay.register(z.globalRegistry, { id: 'MeterDay' })

const suspicion = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('clockShift'), quarterHours: z.number() }),
  z.object({ kind: z.literal('signSwapped') }),
  z.object({ kind: z.literal('phasesMissing'), seen: z.union([z.literal(1), z.literal(2)]) }),
])

const disagreement = z.object({
  since: z.string(),
  until: z.string(),
  official: sums,
  controller: sums,
  importShare: z.number().nullable(),
  exportShare: z.number().nullable(),
  suspicions: z.array(suspicion),
})
disagreement.register(z.globalRegistry, { id: 'MeterDisagreement' })

/** As `compareMeters` of `packages/pricing` has it. */
export const meterComparisonView = z.object({
  days: z.array(meterDay),
  official: sums,
  controller: sums,
  comparable: z.number(),
  disagreement: disagreement.nullable(),
})
meterComparisonView.register(z.globalRegistry, { id: 'MeterComparison' })
export type MeterComparisonView = z.output<typeof meterComparisonView>
