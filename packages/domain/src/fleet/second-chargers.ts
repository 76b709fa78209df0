type Series = readonly (number | null)[]

/** A charger over a day or two, in steps of five minutes; null where nothing is known. */
export interface Charger {
  readonly key: string
  /** Who tells of it. One teller knows its chargers apart, so that two of the same are never one. */
  readonly source: string
  readonly powerW: Series
  readonly registerWh: Series | null
}

// Less is a charger at rest, and what all chargers of a house that charges share.
const [restW, clearW] = [100, 1000]
const fewestSteps = 6
/** How often they began, ended or changed: fewer are needed if the house shows whether it was one charger or two. */
const fewest = { withHouse: 4, alone: 8 }

/**
 * Chargers that are one and the same, as heard of by an energy manager and by the station itself; each one too many is
 * named once, with the one that is kept. `houseW` is what the whole house used, null if nobody knows: two chargers that
 * are told to do the same raise it by both.
 */
export function findSecondChargers(chargers: readonly Charger[], houseW: Series | null) {
  const active = chargers
    .map((charger) => ({ ...charger, powerW: withRest(charger.powerW) }))
    .filter(({ powerW }) => powerW.some((value) => (value ?? 0) > clearW))
  const gone = new Set<string>()
  const seconds: { device: string; other: string; count: number }[] = []
  for (const [index, one] of active.entries()) {
    for (const other of active.slice(index + 1)) {
      if (one.source === other.source || gone.has(one.key) || gone.has(other.key)) continue
      const count = countShared(one.powerW, other.powerW, houseW)
      if (count === null) continue
      // What also counts energy is kept.
      const [kept, extra] = !one.registerWh && other.registerWh ? [other, one] : [one, other]
      gone.add(extra.key)
      seconds.push({ device: extra.key, other: kept.key, count })
    }
  }
  return seconds
}

/** A station says nothing while nobody charges: after its zero, silence means zero. */
function withRest(powerW: Series): (number | null)[] {
  let isAtRest = false
  return powerW.map((value) => {
    if (value !== null) isAtRest = value === 0
    return value ?? (isAtRest ? 0 : null)
  })
}

/** How many changes both showed; null if those were too few, or if anything tells that there are two chargers. */
function countShared(one: Series, other: Series, houseW: Series | null): number | null {
  let [charging, different] = [0, 0]
  for (const [index, a] of one.entries()) {
    const b = other[index] ?? null
    if (a === null || b === null || Math.max(a, b) < restW) continue
    charging++
    if (!isWithin(a, index, other) || !isWithin(b, index, one)) different++
  }
  if (charging < fewestSteps || different * 20 > charging) return null
  const changes = findChanges(one).filter(({ from, to }) => other[from] != null && other[to] != null)
  const share = houseW && findShare(changes, one, houseW)
  if (share === null) return changes.length >= fewest.alone ? changes.length : null
  return share > 0.5 && share < 1.4 ? changes.length : null
}

/** Both are sampled at other moments, so a value may be anything between what the other showed just before and after. */
function isWithin(value: number, index: number, other: Series): boolean {
  const near = other.slice(Math.max(0, index - 1), index + 2).filter((one) => one !== null)
  const most = Math.max(...near)
  const tolerance = Math.max(restW, 0.2 * Math.max(value, most))
  return value >= Math.min(...near) - tolerance && value <= most + tolerance
}

interface Change {
  /** The last step before it, and the first after it: it may begin and end within a step. */
  from: number
  to: number
}

function findChanges(powerW: Series): Change[] {
  const changes: Change[] = []
  let direction = 0
  for (let index = 1; index < powerW.length; index++) {
    const [before, after] = [powerW[index - 1] ?? null, powerW[index] ?? null]
    const step = before === null || after === null ? 0 : after - before
    const next = Math.abs(step) >= clearW / 2 ? Math.sign(step) : 0
    const last = changes.at(-1)
    if (next !== 0 && next === direction && last) last.to = index
    else if (next !== 0) changes.push({ from: index - 1, to: index })
    direction = next
  }
  return changes.filter(({ from, to }) => Math.abs(powerW[to]! - powerW[from]!) >= clearW)
}

/** By how much the house changed with the charger: 1 for one charger, 2 for two; null if that was seen too rarely. */
function findShare(changes: readonly Change[], powerW: Series, houseW: Series): number | null {
  let [count, product, square] = [0, 0, 0]
  for (const { from, to } of changes) {
    const [before, after] = [houseW[from] ?? null, houseW[to] ?? null]
    if (before === null || after === null) continue
    const change = powerW[to]! - powerW[from]!
    count++
    product += (after - before) * change
    square += change * change
  }
  return count >= fewest.withHouse ? product / square : null
}
