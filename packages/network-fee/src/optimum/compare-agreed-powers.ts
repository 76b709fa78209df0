import { roundDecimals } from '../exact-amount.ts'
import type { LoadProfile } from '../load-profile.ts'
import type { BlockPowers } from '../powers/agreed-power.ts'
import type { MonthPowers } from '../systems/new-system.ts'
import { costOfMonth, type PowerMonth } from './power-month.ts'

/** A choice of agreed powers and what it costs in the year to come, EUR to the cent, with what was asked for. */
export interface PowerChoice {
  name: 'current' | 'operatorDefault' | 'optimised' | 'custom'
  /** Null where they change from month to month. */
  powersKw: BlockPowers | null
  agreedEur: number
  /** What its excess costs or would cost. */
  excessEur: number
  isExcessCharged: boolean
  /** Agreed power and the excess that is charged. */
  costEur: number
}

export interface PowerComparison {
  choices: PowerChoice[]
  /** Whether the operator's own powers are in use now. Who keeps them pays no excess. */
  isOperatorDefaultInUse: boolean
}

/** The powers in use in each month of a profile, null where they are not known. */
export type KeptPowers = ReadonlyMap<string, MonthPowers>

/** What the powers in use cost in a month, EUR: agreed power, all excess, and the excess that is charged. */
export function costOfKept(month: PowerMonth, { blocksKw, isExcessCharged }: MonthPowers) {
  const { agreedEur, excessEur } = costOfMonth(month, blocksKw)
  return { agreedEur, excessEur, chargedEur: isExcessCharged ? excessEur : 0 }
}

/**
 * Holds the optimum against the powers in use, against what the operator would set for another year, whose excess is not
 * charged, and against powers of one's own. `months` make one year; `kept` is null where the register is not known.
 */
export function compareAgreedPowers(
  months: PowerMonth[],
  kept: KeptPowers | null,
  choices: { optimisedKw: BlockPowers; operatorKw: BlockPowers | null; customKw: BlockPowers | null },
): PowerChoice[] {
  const { optimisedKw, operatorKw, customKw } = choices
  return [
    kept && keptChoice(months, kept),
    operatorKw && fixedChoice('operatorDefault', months, operatorKw, false),
    fixedChoice('optimised', months, optimisedKw, true),
    customKw && fixedChoice('custom', months, customKw, true),
  ].filter((choice) => choice !== null)
}

/** Powers that somebody chooses for the whole year; for a what-if, on its own. */
export function fixedChoice(
  name: PowerChoice['name'],
  months: PowerMonth[],
  powersKw: BlockPowers,
  isExcessCharged: boolean,
): PowerChoice {
  const parts = months.map((month) => costOfMonth(month, powersKw))
  return sumChoice(
    name,
    powersKw,
    parts.map((part) => ({ ...part, chargedEur: isExcessCharged ? part.excessEur : 0 })),
    isExcessCharged,
  )
}

function keptChoice(months: PowerMonth[], kept: KeptPowers): PowerChoice {
  const powers = months.map(({ month }) => kept.get(month.key)!)
  const parts = months.map((month, place) => costOfKept(month, powers[place]!))
  const [first] = powers
  const isSame = powers.every(({ blocksKw }) => blocksKw.every((kw, place) => kw === first!.blocksKw[place]))
  const isCharged = powers.some(({ isExcessCharged }) => isExcessCharged)
  return sumChoice('current', isSame ? first!.blocksKw : null, parts, isCharged)
}

function sumChoice(
  name: PowerChoice['name'],
  powersKw: BlockPowers | null,
  parts: ReturnType<typeof costOfKept>[],
  isExcessCharged: boolean,
): PowerChoice {
  const sum = (part: keyof (typeof parts)[number]) =>
    roundDecimals(
      parts.reduce((total, month) => total + month[part], 0),
      2,
    )
  const agreedEur = sum('agreedEur')
  return {
    name,
    powersKw,
    agreedEur,
    excessEur: sum('excessEur'),
    isExcessCharged,
    costEur: roundDecimals(agreedEur + sum('chargedEur'), 2),
  }
}

/** The powers in use in each coming month; null as soon as one is not known. */
export function findKeptPowers(
  profile: LoadProfile,
  find: (load: LoadProfile['months'][number]) => MonthPowers | null,
): KeptPowers | null {
  const kept = new Map<string, MonthPowers>()
  for (const load of profile.months) {
    const powers = find(load)
    if (powers === null) return null
    kept.set(load.month.key, powers)
  }
  return kept
}
