import { timePlanBlockTypes } from '@ohmstead/domain/pricing/time-plan'
import { z } from 'zod'
import { blockPowers } from './fee-months.ts'
import { usedExchangeRate } from './location-pricing-bill.ts'
import { currencyCode, networkPrices, priceListTerms, priceTiers } from './price-terms.ts'

// A `PricingWorld` of `packages/pricing` on the wire; `decodeWorld` there makes it of this.

const day = z.string()
const dayOrOpen = z.string().nullable()

const priceList = z.object({
  id: z.number(),
  version: z.number(),
  name: z.string(),
  utility: z.string(),
  countryCode: z.string(),
  validFrom: day,
  validTo: dayOrOpen,
  terms: priceListTerms,
})
priceList.register(z.globalRegistry, { id: 'WorldPriceList' })

const weekday = z.literal([1, 2, 3, 4, 5, 6, 7, 8])
const timePlan = z.object({
  id: z.number(),
  title: z.string(),
  color: z.string(),
  countryCode: z.string().nullable(),
  holidayWeekday: weekday.nullable(),
  blocks: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      color: z.string(),
      type: z.enum(timePlanBlockTypes),
      value: z.string().nullable(),
      tiers: priceTiers,
    }),
  ),
  seasons: z.array(
    z.object({ id: z.number(), title: z.string(), validFrom: day, repeatsYearly: z.boolean() }),
  ),
  slots: z.array(
    z.object({
      id: z.number(),
      seasonId: z.number(),
      blockId: z.number(),
      weekday,
      fromMinute: z.number(),
      toMinute: z.number(),
    }),
  ),
})
timePlan.register(z.globalRegistry, { id: 'WorldTimePlan' })

const networkTariff = z.object({
  id: z.number(),
  name: z.string(),
  countryCode: z.string(),
  operator: z.string(),
  currency: currencyCode,
  periods: z.array(
    z.object({ validFrom: day, validTo: dayOrOpen, prices: networkPrices, source: z.string() }),
  ),
})
networkTariff.register(z.globalRegistry, { id: 'WorldNetworkTariff' })

const spotPrices = z.object({
  region: z.string(),
  currency: currencyCode,
  /** Epoch milliseconds of the first quarter-hour. */
  firstStartMs: z.number(),
  /** Hundred-millionths of the currency per kWh; null if unknown. */
  prices: z.array(z.number().nullable()),
  sourceOf: z.array(z.number()),
  sources: z.array(z.string()),
})
spotPrices.register(z.globalRegistry, { id: 'WorldSpotPrices' })

const agreedPower = z.object({
  fromDay: day,
  toDay: day,
  blocksKw: blockPowers,
  minimumPowerKw: z.number().nullable(),
  connectionPowerKw: z.number().nullable(),
  setBy: z.enum(['operator', 'user']),
  isValid: z.boolean(),
  enteredOn: z.string().nullable(),
})
agreedPower.register(z.globalRegistry, { id: 'WorldAgreedPower' })

const userGroup = z.literal([0, 1, 2, 3, 4])
const meteringPoint = z.object({
  userGroup,
  isHousehold: z.boolean(),
  connectionPowerKw: z.number().nullable(),
  phases: z.literal([1, 3]).nullable(),
  fuseAmpere: z.number().nullable(),
  tariffsCount: z.literal([1, 2]),
  oldBillingPowerKw: z.number().nullable(),
  operatingHours: z.number().nullable(),
  agreedPowers: z.array(agreedPower).nullable(),
})
meteringPoint.register(z.globalRegistry, { id: 'WorldMeteringPoint' })

export const pricingWorldView = z.object({
  timeZone: z.string(),
  countryCode: z.string(),
  entries: z.array(z.object({ priceListId: z.number(), validFrom: day, validTo: dayOrOpen })),
  priceLists: z.array(priceList),
  timePlans: z.array(timePlan),
  networkTariffs: z.array(networkTariff),
  spot: z.array(spotPrices),
  /** Public holidays by country. */
  holidays: z.record(z.string(), z.array(z.string())),
  point: meteringPoint.nullable(),
  exchangeRates: z.array(usedExchangeRate),
})
pricingWorldView.register(z.globalRegistry, { id: 'PricingWorld' })
export type PricingWorldView = z.output<typeof pricingWorldView>

/** As the metering portal's readings, so that `buildSeries` reads both. */
export const quarterHours = z.object({
  /** Epoch seconds of the first interval's start. */
  first_start: z.number(),
  import_milli_wh: z.array(z.number().nullable()),
  export_milli_wh: z.array(z.number().nullable()).nullable(),
  /** One character per interval: `.` measured, `e` estimated, `m` missing. */
  quality: z.string(),
})
quarterHours.register(z.globalRegistry, { id: 'LocationQuarterHours' })
