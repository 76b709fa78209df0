import type { CommunityCase } from '@ohmstead/domain/sharing/sharing-terms'
import type { MeteringPoint } from '../metering-point.ts'
import { findRate, type RateBook, type RateEntry } from '../rates/rate-book.ts'
import { buildLine, type FeeLine } from './fee-line.ts'

/** Reduced rates of a case, EUR per kWh in blocks 1 to 5: transmission and distribution together. */
export interface CommunityRates {
  entry: RateEntry<'communityEnergy'>
  eurPerKwh: readonly number[]
}

/** What energy shared inside a community pays to the network on a day; null if the case or its rates are unknown. */
export function findCommunityRates(
  ofCase: CommunityCase | null,
  { userGroup: own }: Pick<MeteringPoint, 'userGroup'>,
  day: string,
  book: RateBook,
): CommunityRates | null {
  const entry = findRate(book.communityEnergy, day, ({ userGroup }) => userGroup === own)
  if (entry === null || ofCase === null) return null
  const reduced = entry.distributionEurPerKwh[ofCase]
  const eurPerKwh = entry.transmissionEurPerKwh.map(
    (rate, place) => Math.round((rate + reduced[place]!) * 1e6) / 1e6,
  )
  return { entry, eurPerKwh }
}

/**
 * Splits a line of a block's network energy: what was received inside a community (milliwatt-hours) pays the reduced rate
 * on a line of its own, the rest the ordinary one.
 */
export function splitBlockLine(
  line: FeeLine,
  receivedMilliWh: number,
  { entry, eurPerKwh }: CommunityRates,
): { ordinary: FeeLine; shared: FeeLine } {
  const { part, category, factors } = line
  const [energy, rate] = [factors[0]!, factors[1]!]
  const place = Number(category.slice(-1)) - 1
  const rest = Math.round(energy.value * 1e6) - receivedMilliWh
  return {
    ordinary: buildLine(part, category, [{ ...energy, value: rest / 1e6 }, rate]),
    shared: buildLine(part, category, [
      { ...energy, value: receivedMilliWh / 1e6 },
      { ...rate, value: eurPerKwh[place]!, rateId: entry.id, confidence: entry.confidence },
    ]),
  }
}
