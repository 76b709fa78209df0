import { type Exact, exactOf, subtractExact, zero } from '@ohmstead/domain/money/exact'
import type { LoadProfile, MonthLoad } from '@ohmstead/network-fee/load-profile'
import { findMonthPowers } from '@ohmstead/network-fee/powers/month-powers'
import type { FeeContext } from '@ohmstead/network-fee/systems/fee-context'
import type { FeeLine } from '@ohmstead/network-fee/systems/fee-line'
import { energyLevyLines, newSystemSupportLevy } from '@ohmstead/network-fee/systems/levies'
import { calculateNewSystemMonth, type MonthPowers } from '@ohmstead/network-fee/systems/new-system'
import type { SystemMonth } from '@ohmstead/network-fee/systems/system-month'
import type { GridMonth } from '../local-grid.ts'
import type { MissingPrice } from '../price-component.ts'
import type { RestEnergies } from '../shared-energies.ts'
import { openCommunityMonth, shareEnergyLines } from './community-lines.ts'
import { shareOf } from './ledger-model.ts'
import { emptyState, follow, grownTo, grownToEnd, maximumSoFar, moneyOf, quantityOf } from './line-growth.ts'
import { powersBeforePeak } from './powers-before-peak.ts'

/** A line of the network fee and how far it has grown in the month. */
export interface PublishedLine {
  line: FeeLine
  part: 'networkEnergy' | 'networkPower' | 'excessPower' | 'levies'
  /** Of energy that a community shared, at a reduced rate. */
  isShared: boolean
  grown: Grown
}

export interface Grown {
  quantity: Exact
  money: Exact
}

/** The month's lines of packages/network-fee; at the end of the month each has grown to exactly its amount. */
export interface PublishedMonth {
  fee: SystemMonth
  lines: PublishedLine[]
  /** Why the levies are unknown; null if they are known, or where nothing was read. */
  leviesMissing: MissingPrice | null
  /** Energy of a community was received whose rate is unknown. */
  isCommunityUnknown: boolean
  /** Highest agreed power, for taxes by the kW; null if unknown. */
  powerKw: number | null
  /** The highest billed power so far where none is agreed and the month's own highest are billed; else null. */
  peakKw: Exact | null
  /** Follows the energy through a bucket and says what each line grew by. */
  advance: (from: number, to: number) => Grown[]
}

/** The lines of a month's network fee and levies, whose growth is asked for bucket by bucket, in the order of time. */
export function openPublishedMonth(
  profile: LoadProfile,
  load: MonthLoad,
  context: FeeContext,
  month: GridMonth & Pick<RestEnergies, 'reduced'>,
): PublishedMonth {
  const powers = findMonthPowers(load, context) ?? powersBeforePeak(profile, load, context, month)
  const fee = calculateNewSystemMonth(load, powers, context)
  const community = openCommunityMonth(month.reduced, profile, context, month)
  const energyLines = shareEnergyLines(fee.networkEnergy?.lines ?? [], community)
  const excess = fee.excessivePowerBlocks
  const charged = excess?.isCharged
    ? [excess.block1, excess.block2, excess.block3, excess.block4, excess.block5]
    : []
  const levies = fee.levies?.lines ?? leviesAlone(load, powers, context)
  const others = [
    ...(fee.networkPower?.lines ?? []),
    ...charged.flatMap((block) => block?.line ?? []),
    ...(levies ?? []),
  ]
  const lines: PublishedLine[] = [
    ...(energyLines ?? []),
    ...others.map((line) => ({ line, isShared: false })),
  ].map(({ line, isShared }) => ({
    line,
    isShared,
    part: line.part as PublishedLine['part'],
    grown: { quantity: zero, money: zero },
  }))
  const state = emptyState()
  const { importMilliWh } = profile.series
  const whole = month.to - month.from
  const powerKw = powers && Math.max(...powers.blocksKw)
  const isMeasured = powers?.origin === 'monthMaximum'
  const published: PublishedMonth = {
    fee,
    lines,
    leviesMissing: levies ? null : whyNoLevies(load, powers),
    isCommunityUnknown: energyLines === null,
    powerKw,
    peakKw: null,
    advance: (from, to) => {
      for (let i = from; i < to; i++) {
        const energy = importMilliWh[i]!
        if (Number.isNaN(energy)) continue
        const block = profile.calendar.block[i]! - 1
        follow(state, block, energy, powers)
        if (month.reduced) state.sharedMilliWh[block]! += month.reduced.receivedMilliWh[i]!
      }
      const count = to - month.from
      if (isMeasured)
        published.peakKw = exactOf(count === whole ? powerKw! : Math.max(...maximumSoFar(load, state)), 1)
      return lines.map((own) => {
        const next = count === whole ? grownToEnd(own.line) : grownTo(own, state, powers, load)
        const money = next.money ?? shareOf(moneyOf(own.line), count, whole)
        const quantity = next.quantity ?? shareOf(quantityOf(own.line), count, whole)
        const growth = {
          quantity: subtractExact(quantity, own.grown.quantity),
          money: subtractExact(money, own.grown.money),
        }
        own.grown = { quantity, money }
        return growth
      })
    },
  }
  return published
}

/** Levies do not rest on the network's rates: they are known where these are missing. */
function leviesAlone(load: MonthLoad, powers: MonthPowers | null, context: FeeContext): FeeLine[] | null {
  if (powers === null || load.quality.present === 0) return null
  const milliWh = load.blocks.reduce((sum, { importMilliWh }) => sum + importMilliWh, 0)
  const { firstDay } = load.month
  const onEnergy = energyLevyLines(milliWh / 1e6, firstDay, context)
  const onPower = newSystemSupportLevy(load.month, powers.blocksKw, firstDay, context)
  return 'missing' in onEnergy || 'missing' in onPower ? null : [...onEnergy.lines, ...onPower.lines]
}

function whyNoLevies({ quality }: MonthLoad, powers: MonthPowers | null): MissingPrice | null {
  if (quality.present === 0) return null
  return powers === null ? { kind: 'noAgreedPower' } : { kind: 'noTariff', networkTariffId: null }
}
