import { z } from 'zod'
import { blockPowers, confidence } from './fee-months.ts'

// What `packages/network-fee` says of the cheapest agreed powers: EUR unrounded, without VAT, over all months read.

const certificate = z.object({
  costEur: z.number(),
  /** No permitted powers can cost less. */
  lowerBoundEur: z.number(),
  /** (cost − bound) / cost. */
  relativeGap: z.number(),
})
certificate.register(z.globalRegistry, { id: 'OptimumCertificate' })

const powerLimits = z.object({ minimumPowerKw: z.number(), connectionPowerKw: z.number() })
powerLimits.register(z.globalRegistry, { id: 'PowerLimits' })

const answer = z.object({
  powersKw: blockPowers,
  costEur: z.number(),
  certificate,
  /** The same without steps of 0.1 kW. */
  continuous: z.object({ powersKw: blockPowers, certificate }),
  exceeding: z.array(
    z.object({
      block: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]),
      months: z.number(),
      /** As many effective exceeding quarter-hours a month are right; null where the block costs nothing. */
      rightPerMonth: z.number().nullable(),
      effectivePerMonth: z.number(),
      intervalsPerMonth: z.number(),
    }),
  ),
  limits: powerLimits,
  includesSupportLevy: z.boolean(),
  months: z.array(z.string()),
  incompleteMonths: z.array(z.string()),
  monthsWithoutTariff: z.array(z.string()),
  monthsWithoutReadings: z.array(z.string()),
  confidence: confidence.nullable(),
  withEstimated: z.object({ powersKw: blockPowers, costEur: z.number() }).nullable(),
})
answer.register(z.globalRegistry, { id: 'OptimumAnswer' })

const choiceName = z.enum(['current', 'operatorDefault', 'optimised', 'custom'])

const comparison = z.object({
  choices: z.array(
    z.object({
      name: choiceName,
      /** Null where they change from month to month. */
      powersKw: blockPowers.nullable(),
      agreedEur: z.number(),
      excessEur: z.number(),
      monthsCharged: z.number(),
      costEur: z.number(),
    }),
  ),
  cheapest: choiceName,
  savingEur: z.number().nullable(),
  isOperatorDefaultInUse: z.boolean(),
})
comparison.register(z.globalRegistry, { id: 'AgreedPowerComparison' })

export const agreedPower = z.object({
  limits: z.object({
    minimumPowerKw: z.number().nullable(),
    connectionPowerKw: z.number().nullable(),
    minimumFrom: z.enum(['register', 'rule']).nullable(),
  }),
  answer: answer.nullable(),
  comparison: comparison.nullable(),
  unavailable: z.enum(['limitsUnknown', 'limitsConflict', 'noTariff']).nullable(),
  customProblems: z.array(
    z.object({
      block: z.number(),
      kind: z.enum(['notInSteps', 'belowBlockBefore', 'belowMinimum', 'aboveConnection']),
      kw: z.number(),
      limitKw: z.number().nullable(),
    }),
  ),
})
agreedPower.register(z.globalRegistry, { id: 'AgreedPower' })

const range = z.object({ p10: z.number(), p50: z.number(), p90: z.number() })
range.register(z.globalRegistry, { id: 'Percentiles' })

/** How sure the choice is beyond the months it was made from: hindsight made visible. */
export const assessment = z.object({
  leaveOneYearOut: z
    .array(
      z.object({
        months: z.array(z.string()),
        powersKw: blockPowers,
        costEur: z.number(),
        hindsightCostEur: z.number(),
      }),
    )
    .nullable(),
  bootstrap: z.object({
    seed: z.number(),
    resamples: z.number(),
    costEur: range,
    savingEur: range.nullable(),
    savesIn: z.number().nullable(),
    powersKw: z.array(range),
  }),
})
assessment.register(z.globalRegistry, { id: 'AgreedPowerAssessment' })
