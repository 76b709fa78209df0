import { budgetStates } from '@ohmstead/domain/alarms/budget-rules'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { missingPrice } from './location-pricing-bill.ts'
import { currencyCode, decimalText } from './price-terms.ts'
import { id } from './wire.ts'

// What a location costs today, in the month so far and, as it looks, in the whole month. Amounts are decimal texts.

const amount = z.string().nullable()

/** P10, P50 and P90. */
const moneyRange = z.object({
  /** One month in ten is below it. */
  low: z.string(),
  /** As likely too low as too high. */
  middle: z.string(),
  /** One month in ten is above it. */
  high: z.string(),
})
moneyRange.register(z.globalRegistry, { id: 'MoneyRange' })

/** Why there is no forecast: too few days of a kind were read, or prices of the month are unknown. */
const noForecast = z.object({
  reason: z.enum(['tooFewDays', 'unknownPrices']),
  kind: z.enum(['workday', 'saturday', 'sunday']).nullable(),
  /** Days of that kind that were read well enough. */
  known: z.number(),
  /** How many of them a forecast needs. */
  needed: z.number(),
})
noForecast.register(z.globalRegistry, { id: 'NoForecast' })

const forecast = z.object({ payable: moneyRange, importCost: moneyRange, exportRevenue: moneyRange })
forecast.register(z.globalRegistry, { id: 'MoneyForecast' })

/** What the forecast is drawn from. */
const forecastBasis = z.object({
  /** Days of the last eight weeks that were read well enough. */
  recentDays: z.number(),
  /** Days of the same month last year. */
  lastYearDays: z.number(),
  /** Days of the month of which something is drawn. */
  drawnDays: z.number(),
  /** Quarter-hours that have passed without a reading, which are drawn as well. */
  unreadQuarterHours: z.number(),
  /** How many months were drawn and billed. */
  draws: z.number(),
})
forecastBasis.register(z.globalRegistry, { id: 'ForecastBasis' })

const budget = z.object({
  /** What is to pay for a month at most. */
  amount: z.string(),
  currency: currencyCode,
  version: z.number(),
  /** `unknown` without a bill or forecast in its currency, and while both are about as likely. */
  state: z.enum(budgetStates),
  /** Epoch milliseconds. */
  setAt: z.number(),
  /** Null if the account is gone. */
  setBy: z.string().nullable(),
})
budget.register(z.globalRegistry, { id: 'Budget' })
export type BudgetView = z.output<typeof budget>

const sums = z.object({
  /** With VAT; null if a price is unknown or nothing was read. */
  importCost: amount,
  exportRevenue: amount,
  payable: amount,
})
sums.register(z.globalRegistry, { id: 'MoneySums' })

const monthSoFar = sums.extend({
  isProvisional: z.boolean(),
  /** Of the quarter-hours that have passed. */
  estimatedShare: z.number(),
  missingShare: z.number(),
})
monthSoFar.register(z.globalRegistry, { id: 'MonthSoFar' })

const money = z.object({
  time_zone: z.string(),
  month: z.string(),
  /** The last quarter-hour that has passed. */
  until: z.number(),
  currency: currencyCode,
  today: sums,
  /** As the bill of the days so far has it. */
  month_so_far: monthSoFar,
  /** Of the whole month; null with a reason in `noForecast`. */
  forecast: forecast.nullable(),
  /** Null with a forecast. */
  noForecast: noForecast.nullable(),
  basis: forecastBasis,
  /** Why something is unknown. */
  missing: z.array(missingPrice),
  caveats: z.array(z.enum(['netMetering', 'sharing'])),
  budget: budget.nullable(),
})
money.register(z.globalRegistry, { id: 'LocationMoney' })
export type MoneyView = z.output<typeof money>

/** Beside the power of now: all-in prices of the quarter-hour that it is and of those after it, as `LocationPrices` has them. */
export const moneyNow = money.extend({
  prices: z.object({
    from: z.number(),
    importPrices: z.array(z.number().nullable()),
    exportPrices: z.array(z.number().nullable()),
  }),
})
moneyNow.register(z.globalRegistry, { id: 'LocationMoneyNow' })
export type MoneyNowView = z.output<typeof moneyNow>

/** More than any household, less than what money columns hold. */
const budgetAmount = decimalText.refine((text) => Number(text) > 0 && Number(text) < 1e9, 'min_value')
const params = z.object({ locationId: id })

export const moneyEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/locations/:locationId/money',
    summary:
      'What a location costs and earns today and in the month so far, a forecast of the whole month, and its budget.',
    permission: 'location.view',
    params,
    cost: 10,
    answer: z.object({
      /** Null without a utility rate plan. */
      money: money.nullable(),
    }),
  }),
  setBudget: endpoint({
    method: 'PUT',
    path: '/locations/:locationId/money/budget',
    summary: 'Sets what a month may cost at most, or removes it.',
    permission: 'location.edit',
    params,
    body: z.object({
      /** Null removes it. */
      amount: budgetAmount.nullable(),
      currency: currencyCode,
      /** The one that was seen; 0 for none. */
      version: z.number().int().min(0).max(2_147_483_647),
    }),
    errors: ['edited_meanwhile'],
  }),
}
