import { z } from 'zod'
import { agreedPower, assessment } from './agreed-power-answer.ts'
import { endpoint } from './endpoint.ts'
import { systemMonths, systemTotal } from './fee-months.ts'
import { mediaTypes } from './media-types.ts'
import { readingProblem } from './portal.ts'
import { consumerInfo } from './portal-consumer-info.ts'
import { rate, rateSource } from './rate-references.ts'
import { id, interfaceLocale, localDay } from './wire.ts'

const dayMs = 86_400_000
/** `to` is at most this many days after `from`. */
const longestCalculationDays = 730

/** Inclusive days; the server checks that none lies in the future, since it knows the current day. */
export const dayRange = { from: localDay, to: localDay }
export function isDayRange({ from, to }: { from: string; to: string }): boolean {
  return from <= to
}
export function isShortEnough({ from, to }: { from: string; to: string }): boolean {
  return (Date.parse(to) - Date.parse(from)) / dayMs <= longestCalculationDays
}

/** EUR/kWh without VAT, as typed; null if the tariff does not apply. */
const price = z.number('regex').min(0, 'min_value').max(1000, 'max_value').nullable().default(null)
const power = z.number('regex').min(0, 'min_value').max(1_000_000, 'max_value')

const question = z.object({
  vt: price,
  mt: price,
  et: price,
  /** Omits the supplier's part, so that no price is needed: the network fee and the advice do not depend on it. */
  withoutEnergyPrices: z.boolean().default(false),
  ...dayRange,
  customPowerLimits: z
    .object({ block1: power, block2: power, block3: power, block4: power, block5: power })
    .meta({ id: 'CustomPowers' })
    .nullable()
    .default(null),
  /** Adds the lines of levies, and value-added tax. */
  levies: z.boolean().default(false),
  vat: z.boolean().default(false),
})
question.register(z.globalRegistry, { id: 'CalculationQuestion' })

const inOrder = { path: ['to'], error: 'range_reversed' }
const inReach = { path: ['from'], error: 'range_too_long' }

const calculations = z.object({
  newSystem: systemMonths,
  oldSystem: systemMonths,
  /** Null if no optimum can be found; `agreedPower.unavailable` says why. */
  optimizedSystem: systemMonths.nullable(),
  /** Null without custom powers. */
  customSystem: systemMonths.nullable(),
  totals: z.object({
    newSystem: systemTotal,
    oldSystem: systemTotal,
    optimizedSystem: systemTotal.nullable(),
    customSystem: systemTotal.nullable(),
  }),
  agreedPower,
  /** Every rate used in a line, by its id. */
  rates: z.record(z.string(), rate),
  /** Null without an optimum. */
  assessment: assessment.nullable(),
  /** What the keys in `rates` stand for: a publication and where to find it. */
  sources: z.record(z.string(), rateSource),
  problems: z.array(readingProblem),
  /** How complete the readings of the range are, in quarter-hours. */
  quality: z.object({
    intervals: z.number(),
    present: z.number(),
    missing: z.number(),
    estimated: z.number(),
    zeros: z.number(),
    suspectDays: z.number(),
    incompleteMonths: z.array(z.string()),
    monthsWithoutReadings: z.array(z.string()),
  }),
})
calculations.register(z.globalRegistry, { id: 'Calculations' })

export type CalculationQuestion = z.output<typeof question>
export type CalculationsView = z.output<typeof calculations>
export type CalculationAnswer = z.output<typeof answer>

const answer = z.object({
  calculations,
  consumerInfo,
  /** The days that were read so far, while a first import still brings older ones of the range; else null. */
  so_far: z.object({ from: localDay, to: localDay }).nullable(),
  /** The fingerprint of all inputs: readings, point, rates, prices, powers. Equal questions have equal answers. */
  hash: z.string(),
})
answer.register(z.globalRegistry, { id: 'CalculationAnswer' })

const deviceId = z.object({ deviceId: id })
const ofDevice = {
  permission: 'signedIn',
  params: deviceId,
  errors: ['not_found', 'no_readings'],
} as const
const withLocale = question
  .extend({ locale: interfaceLocale.optional() })
  .refine(isDayRange, inOrder)
  .refine(isShortEnough, inReach)
withLocale.register(z.globalRegistry, { id: 'CalculationDocumentQuestion' })

export const calculationEndpoints = {
  calculate: endpoint({
    ...ofDevice,
    method: 'POST',
    path: '/pricing/abstract-devices/:deviceId/calculations',
    summary:
      'What the network and the energy of a metering point cost month by month under the new and the old system, with the cheapest agreed powers and with powers of one’s own. Own points; for aggregators those of the people of their companies.',
    body: question.refine(isDayRange, inOrder).refine(isShortEnough, inReach),
    answer,
    cost: 10,
  }),
  pdf: endpoint({
    ...ofDevice,
    method: 'POST',
    path: '/pricing/abstract-devices/:deviceId/calculations/pdf',
    summary: 'The same as a document to print and hand on (PDF).',
    media: [mediaTypes.pdf],
    body: withLocale,
    cost: 100,
  }),
  xlsx: endpoint({
    ...ofDevice,
    method: 'POST',
    path: '/pricing/abstract-devices/:deviceId/calculations/xlsx',
    summary: 'The same as a workbook whose sums are formulas (XLSX).',
    media: [mediaTypes.xlsx],
    body: withLocale,
    cost: 100,
  }),
}
