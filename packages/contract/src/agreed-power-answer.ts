import { z } from 'zod'
import { blockPowers, confidence } from './fee-months.ts'

// What `packages/network-fee` advises on the agreed powers of the coming twelve months: EUR of that year, at its own
// rates, blocks and charging rule, with the requested levy and tax.

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
      /** The optimal effective number of exceeding quarter-hours a month; null if the block costs nothing. */
      rightPerMonth: z.number().nullable(),
      effectivePerMonth: z.number(),
      intervalsPerMonth: z.number(),
    }),
  ),
  limits: powerLimits,
  includesSupportLevy: z.boolean(),
  includesVat: z.boolean(),
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
      /** Null if they change from month to month. */
      powersKw: blockPowers.nullable(),
      agreedEur: z.number(),
      /** What its excess costs or would cost. */
      excessEur: z.number(),
      isExcessCharged: z.boolean(),
      /** Agreed power and charged excess in the coming year, to the cent. */
      costEur: z.number(),
    }),
  ),
  isOperatorDefaultInUse: z.boolean(),
})
comparison.register(z.globalRegistry, { id: 'AgreedPowerComparison' })

/** The only advice: every page, document and list that names a saving or powers to agree takes them from here. */
const advice = z.object({
  kind: z.enum(['change', 'keep', 'inUseUnknown']),
  /** Why the current powers stay: nothing is cheaper, the difference is uncertain, or the operator sets cheaper ones soon. */
  reason: z.enum(['cheapest', 'uncertain', 'operatorResets']).nullable(),
  /** The powers to agree; null if the current ones change from month to month or are unknown. */
  powersKw: blockPowers.nullable(),
  /** What a change saves in the coming year, EUR to the cent; null without a change. */
  savingEur: z.number().nullable(),
  /** Excess of the coming year that the operator does not charge users who keep its powers, EUR; null if it is charged. */
  unchargedEur: z.number().nullable(),
  /** A year with the powers that the operator is expected to set next, EUR, if its own are in use and the register ends. */
  nextOperatorEur: z.number().nullable(),
})

/** Whether the readings suffice for advice: all twelve months, the high season whole, and 95 % of each block’s quarter-hours. */
const adviceData = z.object({
  isEnough: z.boolean(),
  months: z.array(z.string()),
  missingHighSeason: z.array(z.number()),
  blockShares: z.array(z.number()),
  possibleFrom: z.string().nullable(),
})

export const agreedPower = z.object({
  /** The first of the twelve months that the advice is for, 'YYYY-MM-01'. */
  fromDay: z.string(),
  limits: z.object({
    minimumPowerKw: z.number().nullable(),
    connectionPowerKw: z.number().nullable(),
    minimumFrom: z.enum(['register', 'rule']).nullable(),
  }),
  answer: answer.nullable(),
  comparison: comparison.nullable(),
  advice: advice.nullable(),
  data: adviceData,
  /** From this day on rates are not published yet and the last ones are used; null if all are known. */
  assumedFrom: z.string().nullable(),
  /** Why there is no advice; null if there is. */
  unavailable: z.enum(['limitsUnknown', 'limitsConflict', 'noTariff', 'notEnoughData']).nullable(),
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

/** How certain the choice is beyond the months it was derived from: hindsight made visible. */
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
  /** Years resampled from the months read; null with fewer than twelve. */
  bootstrap: z
    .object({
      seed: z.number(),
      resamples: z.number(),
      costEur: range,
      savingEur: range.nullable(),
      savesIn: z.number().nullable(),
      powersKw: z.array(range),
    })
    .nullable(),
})
assessment.register(z.globalRegistry, { id: 'AgreedPowerAssessment' })
