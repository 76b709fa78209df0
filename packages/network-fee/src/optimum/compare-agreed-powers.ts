import { roundDecimals } from '../exact-amount.ts'
import type { LoadProfile } from '../load-profile.ts'
import type { BlockPowers } from '../powers/agreed-power.ts'
import type { MonthPowers } from '../systems/new-system.ts'
import { costOfMonth, type PowerMonth } from './power-month.ts'

/** A choice of agreed powers and its cost in the coming year, EUR to the cent, with the requested extras. */
export interface PowerChoice {
  name: 'current' | 'operatorDefault' | 'optimised' | 'custom'
  /** Null if they change from month to month. */
  powersKw: BlockPowers | null
  agreedEur: number
  /** What its excess costs or would cost. */
  excessEur: number
  isExcessCharged: boolean
  /** Agreed power and the excess that is charged, rounded once: the parts add up to it. */
  costEur: number
}

export interface PowerComparison {
  choices: PowerChoice[]
  /** Whether the operator's own powers are in use now. Users who keep them pay no excess. */
  isOperatorDefaultInUse: boolean
}

/** The current powers in each month of a profile, null if unknown. */
export type KeptPowers = ReadonlyMap<string, MonthPowers>

/**
 * What the current powers cost in a month, EUR: agreed power, all excess, and the charged excess. Powers billed by the
 * month's own maximum scale with `level`.
 */
export function costOfKept(month: PowerMonth, { blocksKw, isExcessCharged, origin }: MonthPowers, level = 1) {
  const ownKw = origin === 'monthMaximum' ? blocksKw.map((kw) => kw * level) : blocksKw
  const { agreedEur, excessEur } = costOfMonth(month, ownKw, level)
  return { agreedEur, excessEur, chargedEur: isExcessCharged ? excessEur : 0 }
}

/**
 * Compares the optimum with the current powers, with what the operator would set for another year, whose excess is not
 * charged, and with custom powers. `months` make one year; `kept` is null if the register is unknown.
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

/** Custom powers for the whole year; on its own, for a what-if. */
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
  const add = (...names: (keyof (typeof parts)[number])[]) =>
    roundDecimals(
      parts.reduce((total, month) => names.reduce((sum, part) => sum + month[part], total), 0),
      2,
    )
  const agreedEur = add('agreedEur')
  // The sum is rounded once, so that it is the cost of the proof; the cent left over is in the excess.
  const costEur = add('agreedEur', 'chargedEur')
  const isAllCharged = parts.every((month) => month.chargedEur === month.excessEur)
  return {
    name,
    powersKw,
    agreedEur,
    excessEur: isAllCharged ? roundDecimals(costEur - agreedEur, 2) : add('excessEur'),
    isExcessCharged,
    costEur,
  }
}

/** The current powers in each coming month; null as soon as one is unknown. */
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
