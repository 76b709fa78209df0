import { confidences } from '@ohmstead/domain/rates/confidence'
import { rateKinds } from '@ohmstead/domain/rates/rate-kinds'
import { z } from 'zod'
import { rateNote } from './rate-note.ts'

// The months of a calculation as `SystemMonth` of `packages/network-fee` has them; a test of the server compares the two.
// EUR without VAT unless a field says otherwise; null is unknown, and `missing` says why.

export const confidence = z.enum(confidences)

const quantity = z.object({
  amount: z.number(),
  unit: z.enum(['kWh', 'kW', 'EUR', 'EUR/kWh', 'EUR/kW', '']),
})
quantity.register(z.globalRegistry, { id: 'Quantity' })
/** `microEuro` is exact, in whole millionths; `amount` is the same in euro. */
export const money = z.object({ amount: z.number(), unit: z.literal('EUR'), microEuro: z.number() })
money.register(z.globalRegistry, { id: 'Money' })
const kilowatts = z.object({ amount: z.number(), unit: z.literal('kW') })
kilowatts.register(z.globalRegistry, { id: 'Kilowatts' })
/** Blocks 1 to 5, kW. */
export const blockPowers = z.tuple([z.number(), z.number(), z.number(), z.number(), z.number()])

/** One number of a formula; a rate refers to its entry in `rates` and its confidence. */
export const factor = z.object({
  name: z.enum([
    'energy',
    'registerDifference',
    'supplierPrice',
    'energyRate',
    'agreedPower',
    'billedPower',
    'billingPower',
    'powerAboveConnection',
    'powerRate',
    'excessPower',
    'excessFactor',
    'levyRate',
    'taxBase',
    'taxRate',
  ]),
  value: z.number(),
  unit: quantity.shape.unit,
  rateId: z.string().optional(),
  confidence: confidence.optional(),
})
factor.register(z.globalRegistry, { id: 'FeeFactor' })

export const lineCategory = z.enum([
  'block1',
  'block2',
  'block3',
  'block4',
  'block5',
  'vt',
  'mt',
  'et',
  'month',
  'aboveConnection',
  'registerDifference',
  'marketOperator',
  'energyEfficiency',
  'excise',
  'support',
  'vat',
])

/** A line of the bill: the product of its factors, rounded to cents. */
const feeLine = z.object({
  part: z.enum(['energy', 'networkEnergy', 'networkPower', 'excessPower', 'levies', 'vat']),
  category: lineCategory,
  factors: z.array(factor),
  /** The product before rounding, EUR, as an exact decimal. */
  unroundedEur: z.string(),
  totalCost: money,
})
feeLine.register(z.globalRegistry, { id: 'FeeLine' })
const feePart = money.extend({ value: quantity.nullable(), lines: z.array(feeLine) })
feePart.register(z.globalRegistry, { id: 'FeePart' })

const excessBlock = z.object({
  /** Quarter-hours above the power. */
  occurrences: z.number(),
  value: kilowatts,
  /** Its cost if it is charged. */
  totalCost: money.nullable(),
  /** The same without estimated readings. */
  measured: z.object({ occurrences: z.number(), value: kilowatts }),
  line: feeLine.nullable(),
})
excessBlock.register(z.globalRegistry, { id: 'ExcessBlock' })

const missingReason = z.union([
  z.object({ kind: z.literal('noTariff'), rate: z.enum(rateKinds), notes: z.array(rateNote) }),
  z.object({ kind: z.literal('noReadings') }),
  /** The range covers only part of the month: power is billed by the month. */
  z.object({ kind: z.literal('partOfMonth') }),
  z.object({ kind: z.literal('oldGroupUnknown') }),
  z.object({ kind: z.literal('billingPowerUnknown') }),
  z.object({ kind: z.literal('agreedPowerUnknown') }),
  z.object({ kind: z.literal('energyPriceMissing') }),
])
missingReason.register(z.globalRegistry, { id: 'MissingReason' })

const monthQuality = z.object({
  /** Quarter-hours of the calendar month; `covered` of them lie in the requested range. */
  wholeMonth: z.number(),
  covered: z.number(),
  present: z.number(),
  missing: z.number(),
  estimated: z.number(),
  zeros: z.number(),
  suspectDays: z.number(),
  isComplete: z.boolean(),
  isProvisional: z.boolean(),
})
monthQuality.register(z.globalRegistry, { id: 'MonthQuality' })

const systemMonth = z.object({
  month: z.string(),
  firstDay: z.string(),
  energy: feePart.nullable(),
  networkEnergy: feePart.nullable(),
  networkPower: feePart.nullable(),
  excessivePowerBlocks: z
    .object({
      block1: excessBlock.nullable(),
      block2: excessBlock.nullable(),
      block3: excessBlock.nullable(),
      block4: excessBlock.nullable(),
      block5: excessBlock.nullable(),
      total: z.object({ occurrences: z.number(), totalCost: money.nullable() }),
      /** False: the operator reports it and does not charge it. */
      isCharged: z.boolean(),
    })
    .nullable(),
  totalCost: money.nullable(),
  levies: feePart.nullable(),
  vat: feePart.nullable(),
  grandTotal: money.nullable(),
  powersKw: blockPowers.nullable(),
  powerOrigin: z
    .enum(['operator', 'user', 'monthMaximum', 'optimised', 'custom', 'connectionShare'])
    .nullable(),
  confidence: confidence.nullable(),
  assumption: z.enum(['firstNewTable', 'lastOldTable']).nullable(),
  missing: z.array(missingReason),
  quality: monthQuality.nullable(),
})
systemMonth.register(z.globalRegistry, { id: 'SystemMonth' })

/** Months by key, like `mar-2024`. */
export const systemMonths = z.record(z.string(), systemMonth)

/** A sum over all months; null as soon as one month lacks the figure. */
export const systemTotal = z.object({
  months: z.number(),
  /** Months only partly covered by the range; they are in no sum. */
  partsOfMonths: z.array(z.string()),
  monthsWithoutResult: z.array(z.string()),
  energy: money.nullable(),
  networkEnergy: money.nullable(),
  networkPower: money.nullable(),
  chargedExcess: money.nullable(),
  totalCost: money.nullable(),
  levies: money.nullable(),
  vat: money.nullable(),
  grandTotal: money.nullable(),
  confidence: confidence.nullable(),
})
systemTotal.register(z.globalRegistry, { id: 'SystemTotal' })
