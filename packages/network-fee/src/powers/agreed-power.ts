import { NetworkFeeError } from '../network-fee-error.ts'

/** Agreed power of blocks 1 to 5, kW. */
export type BlockPowers = [number, number, number, number, number]

/** One entry of the operator's register. Both days are inclusive, 'YYYY-MM-DD'. */
export interface AgreedPowerEntry {
  fromDay: string
  toDay: string
  /** All zero means that none is set. */
  blocksKw: BlockPowers
  minimumPowerKw: number | null
  connectionPowerKw: number | null
  /** `operator` (portal: DISTRIBUTER) or `user` (UPORABNIK). */
  setBy: 'operator' | 'user'
  /** A replaced entry stays listed and is not valid. */
  isValid: boolean
  enteredOn: string | null
}

/**
 * The entry that applies on a day: among overlapping ones the last entered; of those entered on one day (or without
 * one) an entry with powers precedes zeros, and the later start the earlier. It is looked up for the first
 * day of a month and applies to the whole month, as no rule for partial months is known.
 */
export function findAgreedPower(entries: AgreedPowerEntry[], day: string): AgreedPowerEntry | null {
  let found: AgreedPowerEntry | null = null
  for (const entry of entries) {
    if (!entry.isValid || day < entry.fromDay || day > entry.toDay) continue
    if (found === null || goesBefore(entry, found)) found = entry
  }
  return found
}

function goesBefore(entry: AgreedPowerEntry, other: AgreedPowerEntry): boolean {
  const order = (entry.enteredOn ?? '').localeCompare(other.enteredOn ?? '')
  if (order !== 0) return order > 0
  if (hasPowers(entry) !== hasPowers(other)) return hasPowers(entry)
  return entry.fromDay >= other.fromDay
}

/** An entry of zeros means that no power is agreed: the user is new, or never had one. */
export function hasPowers({ blocksKw }: AgreedPowerEntry): boolean {
  return blocksKw.some((kw) => kw > 0)
}

/** The entry to start a recommendation from: the valid one that ends last, even if it sets no power. */
export function latestEntry(entries: AgreedPowerEntry[]): AgreedPowerEntry | null {
  const valid = entries.filter(({ isValid }) => isValid)
  return valid.reduce<AgreedPowerEntry | null>((latest, entry) => {
    if (latest === null) return entry
    const order = entry.toDay.localeCompare(latest.toDay)
    const isLater = order > 0 || (order === 0 && (entry.enteredOn ?? '') >= (latest.enteredOn ?? ''))
    return isLater ? entry : latest
  }, null)
}

/** Why the operator would refuse a power (act art. 12). */
export interface PowerProblem {
  block: number
  kind: 'notInSteps' | 'belowBlockBefore' | 'belowMinimum' | 'aboveConnection'
  kw: number
  /** The limit it violates, kW. */
  limitKw: number | null
}

/**
 * What the operator would refuse: powers not in steps of 0.1 kW, falling from block to block, below the minimum or above
 * the connection power. Unknown limits (null) are not checked. Throws for a number that is not a power at all.
 */
export function findPowerProblems(
  blocksKw: readonly number[],
  limits: { minimumPowerKw: number | null; connectionPowerKw: number | null },
): PowerProblem[] {
  const problems: PowerProblem[] = []
  const { minimumPowerKw, connectionPowerKw } = limits
  blocksKw.forEach((kw, place) => {
    const block = place + 1
    if (!(kw >= 0 && kw < 1e7)) throw new NetworkFeeError('agreed_power_invalid', { block, kw })
    const before = place > 0 ? blocksKw[place - 1]! : 0
    if (Math.abs(kw * 10 - Math.round(kw * 10)) > 1e-6)
      problems.push({ block, kind: 'notInSteps', kw, limitKw: null })
    if (kw < before) problems.push({ block, kind: 'belowBlockBefore', kw, limitKw: before })
    if (minimumPowerKw !== null && kw < minimumPowerKw) {
      problems.push({ block, kind: 'belowMinimum', kw, limitKw: minimumPowerKw })
    }
    if (connectionPowerKw !== null && kw > connectionPowerKw) {
      problems.push({ block, kind: 'aboveConnection', kw, limitKw: connectionPowerKw })
    }
  })
  return problems
}
