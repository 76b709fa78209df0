/** A meter of the grid over a day or two, in steps of five minutes; null where nothing is known. */
export interface GridMeter {
  readonly key: string
  readonly powerW: readonly (number | null)[]
  readonly registerWh: readonly (number | null)[] | null
}

/** Which meters of a home measure the same; each one too many is named once, with the one that is kept. */
export function findSecondMeters(meters: readonly GridMeter[]) {
  const pairs = meters.flatMap((one, index) =>
    meters.slice(index + 1).flatMap((other) => comparePair(one, other) ?? []),
  )
  const gone = new Set<string>()
  const seconds: { device: string; other: string; count: number }[] = []
  for (const { one, other, isMirrored, count } of pairs) {
    if (isMirrored || gone.has(one.key) || gone.has(other.key)) continue
    // What also counts energy is kept.
    const [kept, extra] = !one.registerWh && other.registerWh ? [other, one] : [one, other]
    gone.add(extra.key)
    seconds.push({ device: extra.key, other: kept.key, count })
  }
  // Otherwise each may measure a part.
  const areAlike = pairs.filter(({ one }) => one === meters[0]).length === meters.length - 1
  return { seconds, areAlike }
}

/**
 * Whether two meters measure the same, whatever the sign of one; null for those that measure different parts. Every
 * change of one is seen by the other: a kettle is enough to tell two phases apart, however alike the sun makes them.
 */
function comparePair(one: GridMeter, other: GridMeter) {
  for (const isMirrored of [false, true]) {
    const count = countAgreement(
      one.powerW,
      isMirrored ? other.powerW.map((value) => value && -value) : other.powerW,
    )
    if (count !== null) return { one, other, isMirrored, count }
  }
  return null
}

/** How often both changed much and alike; null if that was too rare, or if they differed more than one time in twenty. */
function countAgreement(one: readonly (number | null)[], other: readonly (number | null)[]): number | null {
  let [alike, different] = [0, 0]
  let before: [number, number] | null = null
  for (const [index, a] of one.entries()) {
    const b = other[index] ?? null
    if (a === null || b === null) {
      before = null
      continue
    }
    if (Math.abs(a - b) > Math.max(100, 0.2 * Math.max(Math.abs(a), Math.abs(b)))) different++
    else if (before) {
      const [ofOne, ofOther] = [a - before[0], b - before[1]]
      const larger = Math.max(Math.abs(ofOne), Math.abs(ofOther))
      if (larger >= 300 && Math.abs(ofOne - ofOther) > 0.5 * larger) different++
      else if (larger >= 300) alike++
    }
    before = [a, b]
  }
  return alike >= 8 && different * 20 <= alike ? alike : null
}
