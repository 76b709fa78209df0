import { z } from 'zod'
import { calendarMonth, memberRole, sharingKey, sharingKeyKind } from './energy-sharing-terms.ts'
import { billView } from './location-pricing-bill.ts'
import { currencyCode } from './price-terms.ts'

// What sharing comes to: simulations, quarter-hours and statements. Energies are whole milliwatt-hours, money decimal texts.

const amountOrUnknown = z.string().nullable()

const energies = z.object({
  importMilliWh: z.number(),
  feedInMilliWh: z.number(),
  /** Put at the group's disposal. */
  pooledMilliWh: z.number(),
  /** Came back from the pool to the supplier. */
  returnedMilliWh: z.number(),
  givenMilliWh: z.number(),
  allottedMilliWh: z.number(),
  receivedMilliWh: z.number(),
  unusedMilliWh: z.number(),
  /** Bought from the supplier. */
  suppliedMilliWh: z.number(),
  /** Sold to the supplier. */
  soldMilliWh: z.number(),
})
energies.register(z.globalRegistry, { id: 'SharedEnergies' })

const fees = z.object({ net: z.string(), vat: z.string(), gross: z.string() })
fees.register(z.globalRegistry, { id: 'OrganiserFees' })

const moneyOf = {
  /** Payable without and with sharing. */
  alone: amountOrUnknown,
  shared: amountOrUnknown,
  /** To and from other members. */
  paid: amountOrUnknown,
  earned: amountOrUnknown,
  fees,
  /** alone − (shared + paid − earned + fees); null if unknown. */
  benefit: amountOrUnknown,
}
const money = z.object(moneyOf)
money.register(z.globalRegistry, { id: 'SharedMoney' })

const totals = z.object({ energies, ...moneyOf })
totals.register(z.globalRegistry, { id: 'SharingTotals' })

const quality = z.object({
  intervals: z.number(),
  measured: z.number(),
  estimated: z.number(),
  /** The member's own reading is unknown. */
  missing: z.number(),
  /** Nothing was shared, since a reading of some member is unknown. */
  unsettled: z.number(),
  isProvisional: z.boolean(),
})
quality.register(z.globalRegistry, { id: 'SharingQuality' })

const caveat = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('yearlyNetting'), givenMilliWh: z.number() }),
  z.object({ kind: z.literal('secondHandRate'), rateId: z.string() }),
  z.object({ kind: z.literal('unsettledIntervals'), count: z.number() }),
  z.object({ kind: z.literal('estimatedReadings'), count: z.number() }),
  z.object({ kind: z.literal('partOfMonth'), from: z.string(), to: z.string() }),
  z.object({ kind: z.literal('priceUnknown'), milliWh: z.number() }),
])
caveat.register(z.globalRegistry, { id: 'StatementCaveat' })

/** What a year's yearly netting lost by what was given away; only of members that are netted by the year. */
const yearlyBalance = z.object({
  year: z.number(),
  /** Left the yearly balance in the months asked for. */
  givenMilliWh: z.number(),
  /** What the year bills, import less feed-in, without and with sharing; null if the year is not known as a whole. */
  billedAloneMilliWh: z.number().nullable(),
  billedSharedMilliWh: z.number().nullable(),
  /** What the network costs more, without tax, unrounded. The supplier's part is not known. */
  networkCost: amountOrUnknown,
  /** Why it is null. */
  reason: z.enum(['partOfYear', 'readingsIncomplete', 'noMeteringPoint', 'noTariff']).nullable(),
})
yearlyBalance.register(z.globalRegistry, { id: 'YearlyBalance' })

const simulatedMember = z.object({
  memberId: z.string(),
  energies,
  money,
  quality,
  isWorseOff: z.boolean().nullable(),
  /** Empty of members that are not netted by the year. */
  yearlyBalances: z.array(yearlyBalance),
})
simulatedMember.register(z.globalRegistry, { id: 'SimulatedMember' })

const arrangement = z.object({
  kind: sharingKeyKind,
  key: sharingKey,
  members: z.array(simulatedMember),
  totals,
})
arrangement.register(z.globalRegistry, { id: 'SimulatedArrangement' })

const advice = z.object({
  /** Null if no sharing is better than none. */
  arrangement: arrangement.extend({ pricePerKwh: z.string() }).nullable(),
  memberIds: z.array(z.string()),
  notGaining: z.array(
    z.object({
      memberId: z.string(),
      reason: z.enum(['worseOff', 'unknown']),
      benefit: amountOrUnknown,
    }),
  ),
  bound: z.object({ worth: z.number(), atMost: z.number(), gapShare: z.number() }).nullable(),
  compared: z.array(z.object({ kind: sharingKeyKind, benefit: amountOrUnknown })),
})
advice.register(z.globalRegistry, { id: 'SharingAdvice' })

const simulationResult = z.object({
  from: z.string(),
  to: z.string(),
  currency: currencyCode,
  arrangements: z.array(arrangement),
  unsettledIntervals: z.number(),
  intervals: z.number(),
  /** Null if it was not asked for. */
  advice: advice.nullable(),
})
simulationResult.register(z.globalRegistry, { id: 'SharingSimulationResult' })
export type SimulationResultView = z.output<typeof simulationResult>

const jobState = z.enum(['queued', 'running', 'done', 'failed', 'cancelled'])

const simulation = z.object({
  id: z.number(),
  from: z.string(),
  to: z.string(),
  state: jobState,
  /** Watched and cancelled under `/jobs`; null once it is forgotten. */
  jobId: z.number().nullable(),
  /** Why it failed. */
  error: z.string().nullable(),
  done: z.number(),
  total: z.number(),
  createdAt: z.number(),
  /** Readings, prices, keys or members have changed since. */
  isOutdated: z.boolean(),
  /** Names of the members then, by id. */
  memberNames: z.record(z.string(), z.string()),
  /** Null in lists, and until it is done. */
  result: simulationResult.nullable(),
})
simulation.register(z.globalRegistry, { id: 'SharingSimulation' })
export const simulationView = simulation
export type SharingSimulationView = z.output<typeof simulation>

/** Per quarter-hour; null where the reading is unknown or nothing was settled. Of the days on which it takes part. */
const memberIntervals = z.object({
  memberId: z.number(),
  name: z.string(),
  role: memberRole,
  importMilliWh: z.array(z.number().nullable()),
  feedInMilliWh: z.array(z.number().nullable()),
  givenMilliWh: z.array(z.number().nullable()),
  allottedMilliWh: z.array(z.number().nullable()),
  receivedMilliWh: z.array(z.number().nullable()),
  unusedMilliWh: z.array(z.number().nullable()),
  /** What a received kilowatt-hour would have cost from the supplier, and one given would have earned; without VAT. */
  importPricePerKwh: z.array(z.number().nullable()),
  feedInPricePerKwh: z.array(z.number().nullable()),
  /** What was agreed between members for it. */
  sharePricePerKwh: z.array(z.number().nullable()),
})
memberIntervals.register(z.globalRegistry, { id: 'SharingMemberIntervals' })

export const intervalsView = z.object({
  /** Epoch seconds of the start of the first interval. */
  first_start: z.number(),
  interval_seconds: z.literal(900),
  time_zone: z.string(),
  currency: currencyCode,
  /** Places of intervals in which nothing is shared, since a reading is unknown. */
  unsettled: z.array(z.number()),
  members: z.array(memberIntervals),
})
intervalsView.register(z.globalRegistry, { id: 'SharingIntervals' })
export type SharingIntervalsView = z.output<typeof intervalsView>

/** Why a statement replaced another one. */
export const statementCause = z.enum(['reading', 'price', 'key', 'member', 'terms', 'program'])

const statementFacts = {
  id: z.number(),
  memberId: z.number(),
  memberName: z.string(),
  /** 'YYYY-MM' */
  month: z.string(),
  /** Inclusive days on which the member takes part. */
  from: z.string(),
  to: z.string(),
  version: z.number(),
  issuedAt: z.number(),
  currency: currencyCode,
  energies,
  money,
  /** Mean price between members; null if nothing was shared or it is unknown. */
  meanPaidPerKwh: amountOrUnknown,
  meanEarnedPerKwh: amountOrUnknown,
  quality,
  caveats: z.array(caveat),
  /** The statement it replaced, and why; null for the first. */
  replaces: z.number().nullable(),
  cause: z.array(statementCause),
  /** The statement that replaced it; null for the newest. */
  replacedBy: z.number().nullable(),
  /** Readings, prices, keys or members have changed since it was issued. */
  isOutdated: z.boolean(),
  /** Its member no longer takes part in the month. */
  isWithdrawn: z.boolean(),
  isOwn: z.boolean(),
}

const statement = z.object(statementFacts)
statement.register(z.globalRegistry, { id: 'SharingStatement' })
export type SharingStatementView = z.output<typeof statement>

const statementDetail = statement.extend({
  groupId: z.number(),
  groupName: z.string(),
  role: memberRole,
  organiserName: z.string(),
  aloneBill: billView,
  sharedBill: billView,
})
statementDetail.register(z.globalRegistry, { id: 'SharingStatementDetail' })
export const statementDetailView = statementDetail
export type SharingStatementDetailView = z.output<typeof statementDetail>

const statementMonth = z.object({
  month: calendarMonth,
  statements: z.number(),
  outdated: z.number(),
  issuedAt: z.number(),
  isProvisional: z.boolean(),
})
statementMonth.register(z.globalRegistry, { id: 'StatementMonth' })

/** What an auditor adds up; each holds to the milliwatt-hour or the minor unit. */
const settlementCheck = z.object({
  kind: z.enum([
    'importIsReceivedAndSupplied',
    'feedInIsGivenAndSold',
    'allottedIsReceivedAndUnused',
    'pooledIsGivenAndReturned',
    'givenIsShared',
    'paidIsEarned',
  ]),
  left: z.string(),
  right: z.string(),
  holds: z.boolean(),
})
settlementCheck.register(z.globalRegistry, { id: 'SettlementCheck' })

export const statementsView = z.object({
  /** The newest first: months with statements, of the caller's own members if they are a member only. */
  months: z.array(statementMonth),
  /** All versions of the month asked for; without one, the newest version of every month. */
  statements: z.array(statement),
  /** Of the newest versions of the month asked for; for organisers only. */
  totals: totals.nullable(),
  checks: z.array(settlementCheck),
  /** The job that settles now; null if none does. */
  job: z
    .object({
      id: z.number(),
      month: z.string(),
      state: jobState,
      done: z.number(),
      total: z.number().nullable(),
    })
    .nullable(),
})
statementsView.register(z.globalRegistry, { id: 'SharingStatements' })
export type SharingStatementsView = z.output<typeof statementsView>
