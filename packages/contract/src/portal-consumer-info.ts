import { z } from 'zod'

const kw = z.number()

/** One entry of the operator's register of agreed powers; both days are inclusive. */
const powerLimit = z.object({
  block1: kw,
  block2: kw,
  block3: kw,
  block4: kw,
  block5: kw,
  connectionPower: kw.nullable(),
  dateFrom: z.string(),
  dateTo: z.string(),
  isValid: z.boolean(),
  limitSetBy: z.enum(['operator', 'user']),
  minimumPower: kw.nullable(),
  enteredOn: z.string().nullable(),
  /** Blocks, from 1, that a file has no power of in this time; that of other months is used. */
  assumedBlocks: z.array(z.number()).optional(),
})
powerLimit.register(z.globalRegistry, { id: 'BlockPowers' })

/** What is known of a consumption point: the portal's value, or if it has none the one its user entered. */
export const consumerInfo = z.object({
  /** The old system's billing power, kW. */
  billingPower: kw.nullable(),
  connectionPower: kw.nullable(),
  consumerType: z.enum(['RESIDENTIAL', 'INDUSTRIAL', 'OTHER']),
  /** The portal's kind of consumption, verbatim. */
  consumptionType: z.string().nullable(),
  /** Tariff user group 0 to 4 and the portal's text of it. */
  userGroup: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]).nullable(),
  userGroupText: z.string().nullable(),
  /** Fuse, ampere. */
  currentLimit: z.number().nullable(),
  isThreePhase: z.boolean().nullable(),
  /** The operator's register, oldest first: empty if no power was ever agreed, null if it is unknown. */
  powerLimits: z.array(powerLimit).nullable(),
  /** Installed power of the user's own production, kW. */
  productionPower: kw.nullable(),
  /** Fingerprint of all the other fields. */
  hash: z.string(),
  tariffsCount: z.union([z.literal(1), z.literal(2)]),
  voltageClassification: z.string().nullable(),
  yearlyWorkHours: z.number().nullable(),
  /** Yearly net metering under the rules before 2024; null if unknown. */
  netMetering: z.boolean().nullable(),
  /** The fields that the user entered because the portal does not provide them. */
  manual: z.array(z.string()),
  /** The fields that are unknown and have the usual value instead, such as `consumerType`; `limitSetBy` belongs to `powerLimits`. */
  assumed: z.array(z.string()),
})
consumerInfo.register(z.globalRegistry, { id: 'ConsumerInfo' })
export type ConsumerInfo = z.output<typeof consumerInfo>

const enteredKw = z.number('double').min(0, 'min_value').max(1_000_000, 'max_value')

/** What a person may enter; it counts if the portal has no value. An absent field stays, null clears it. */
export const manualConsumerInfo = z
  .object({
    connectionPower: enteredKw.nullable(),
    billingPower: enteredKw.nullable(),
    isThreePhase: z.boolean().nullable(),
    currentLimit: z.number('double').min(0, 'min_value').max(100_000, 'max_value').nullable(),
    tariffsCount: z.union([z.literal(1), z.literal(2)]).nullable(),
    userGroup: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]).nullable(),
    consumerType: z.enum(['RESIDENTIAL', 'INDUSTRIAL', 'OTHER']).nullable(),
    yearlyWorkHours: z.number('double').min(0, 'min_value').max(8784, 'max_value').nullable(),
    productionPower: enteredKw.nullable(),
    netMetering: z.boolean().nullable(),
    /** Agreed powers of blocks 1 to 5, kW; none may be below the previous one. */
    agreedPowers: z
      .tuple([enteredKw, enteredKw, enteredKw, enteredKw, enteredKw])
      .refine((powers) => powers.every((power, at) => at === 0 || power >= powers[at - 1]!), 'min_value')
      .nullable(),
    minimumPower: enteredKw.nullable(),
    /** Who set the agreed powers that were entered or read from a file. */
    limitSetBy: z.enum(['operator', 'user']).nullable(),
  })
  .partial()
manualConsumerInfo.register(z.globalRegistry, { id: 'ManualConsumerInfo' })
export type ManualConsumerInfo = z.output<typeof manualConsumerInfo>
