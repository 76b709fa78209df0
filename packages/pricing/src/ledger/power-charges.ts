import { type Exact, exactOf, multiplyExact, parseExact, subtractExact } from '@ohmstead/domain/money/exact'
import type { NetworkPowerPrice } from '@ohmstead/domain/pricing/price-list-terms'
import { connectionPowerOf, type MeteringPoint } from '@ohmstead/network-fee/metering-point'
import { findAgreedPower, hasPowers } from '@ohmstead/network-fee/powers/agreed-power'
import type { GridMonth } from '../local-grid.ts'
import { type Amount, type ChargeFrame, lineOf, missCharge, withExchange } from './charge-frame.ts'
import { shareCharge } from './fixed-charges.ts'
import { type Charge, type LineKind, shareOf } from './ledger-model.ts'
import { type MonthState, measuredOf, peakCharge } from './month-state.ts'

/** Power at a distributor's price: agreed for the month, or the month's highest. */
export function networkPowerCharge(
  frame: ChargeFrame,
  power: NetworkPowerPrice,
  of: Pick<Amount, 'source' | 'currency'>,
): Charge {
  const name = power.basis === 'agreed' ? 'agreed' : 'monthlyPeak'
  return kwCharge(frame, { part: 'networkPower', name, price: power.perKwMonth, ...of }, power)
}

/** A tax by the kW: of the power that the network is paid for. */
export function perKwCharge(frame: ChargeFrame, amount: Amount): Charge {
  return kwCharge(frame, amount, frame.terms.network?.prices?.power ?? null)
}

function kwCharge(frame: ChargeFrame, amount: Amount, power: NetworkPowerPrice | null): Charge {
  return withExchange(frame, amount.currency, (rate) => {
    const line = lineOf(frame, amount, 'kW', rate)
    if (power?.basis === 'monthly_peak') return peakCharge(frame.state, line, power.peaks)
    if (!power?.agreedKw && isMeasured(frame.state)) return measuredCharge(frame.state, line)
    const kw = agreedKwOf(frame, power)
    return kw ? shareCharge(line, kw, frame.state.month) : missCharge({ kind: 'noAgreedPower' })
  })
}

/** Who has agreed no power pays for the month's highest so far, which later readings raise. */
const isMeasured = ({ published }: MonthState) => published?.fee.powerOrigin === 'monthMaximum'

/** The highest so far × the share of the month in which the amount has applied. */
function measuredCharge(state: MonthState, line: LineKind): Charge {
  const { month, published } = state
  const own = measuredOf(state, line.key)
  return ({ from, to }, { post }) => {
    own.quarterHours += to - from
    const kw = shareOf(published!.peakKw!, own.quarterHours, month.to - month.from)
    const quantity = subtractExact(kw, own.kw)
    own.kw = kw
    post(line, quantity, multiplyExact(quantity, line.unitPrice!))
  }
}

/** The power of the price, else the highest agreed one of the metering point, else its connection power. */
export function agreedKwOf(
  { state }: Pick<ChargeFrame, 'state'>,
  power: NetworkPowerPrice | null,
): Exact | null {
  if (power?.agreedKw) return parseExact(power.agreedKw)
  const { point } = state.lookup.world
  const kw = state.published?.powerKw ?? (point && (agreedOf(point, state.month) ?? connectionPowerOf(point)))
  return kw === null ? null : exactOf(kw, 6)
}

/** The register's power, whether or not a list rests on published rates. */
function agreedOf({ agreedPowers }: MeteringPoint, { firstDay }: GridMonth): number | null {
  const entry = agreedPowers && findAgreedPower(agreedPowers, firstDay)
  return entry && hasPowers(entry) ? Math.max(...entry.blocksKw) : null
}
