import type { GroupLocationView } from '@ohmstead/contract/location-groups'
import type { LocationSigns } from './group-location-queries.ts'

type LocationState = GroupLocationView['state']

/** Readings older than this, or than three times the period of the devices, are missing. */
export const silentMs = 15 * 60_000

/** Locations that need attention first. */
const ranks: Record<LocationState, number> = { alarm: 0, offline: 1, silent: 2, live: 3, empty: 4 }

export function judgeLocation(signs: LocationSigns, now: number): LocationState {
  const { openAlarms, hasController, isOnline, onlineSince, newestAt, periodSeconds } = signs
  if (openAlarms > 0) return 'alarm'
  if (!hasController) return 'empty'
  if (!isOnline) return 'offline'
  const patienceMs = Math.max(silentMs, 3000 * (periodSeconds ?? 0))
  // What has just connected has had no time to send.
  const newestSign = Math.max(newestAt ?? 0, onlineSince ?? 0)
  return newestSign < now - patienceMs ? 'silent' : 'live'
}

/** An alarm that somebody has acknowledged is being looked after. */
export function needsAttention({ signs, state }: Judged): boolean {
  return state === 'alarm' ? signs.unseenAlarms > 0 : state === 'offline' || state === 'silent'
}

interface Judged {
  signs: LocationSigns
  state: LocationState
}

/**
 * By state; most unacknowledged alarms first, recently lost before long offline, and working ones by power, either way; an
 * unknown power comes last. What is to be looked after keeps its place while powers change.
 */
export function compareByTrouble(gridPowers: ReadonlyMap<number, number>, collator: Intl.Collator) {
  const power = ({ signs }: Judged) => {
    const watts = gridPowers.get(signs.id)
    return watts === undefined ? -1 : Math.abs(watts)
  }
  return (one: Judged, other: Judged): number =>
    ranks[one.state] - ranks[other.state] ||
    other.signs.unseenAlarms - one.signs.unseenAlarms ||
    other.signs.openAlarms - one.signs.openAlarms ||
    (one.state === 'offline' || one.state === 'silent'
      ? (other.signs.lastSeenAt ?? 0) - (one.signs.lastSeenAt ?? 0)
      : 0) ||
    (one.state === 'live' ? power(other) - power(one) : 0) ||
    collator.compare(one.signs.name, other.signs.name) ||
    one.signs.id - other.signs.id
}
