import type { ConnectivityView } from '@ohmstead/contract/controllers-page'

export interface Stretch {
  from: number
  to: number
  state: 'online' | 'offline' | 'unknown'
}

const stateOf = (online: boolean | null): Stretch['state'] =>
  online === null ? 'unknown' : online ? 'online' : 'offline'

/** The range as stretches of one state each, without empty ones. */
export function listStretches({ from, to, was_online, changes }: ConnectivityView): Stretch[] {
  const marks = [{ at: from, online: was_online }, ...changes]
  return marks
    .map(({ at, online }, index) => ({ from: at, to: marks[index + 1]?.at ?? to, state: stateOf(online) }))
    .filter((stretch) => stretch.to > stretch.from)
}

/** Which share of the known time it was connected; null without any. */
export function measureUptime(stretches: readonly Stretch[]): number | null {
  let [online, known] = [0, 0]
  for (const { from, to, state } of stretches) {
    if (state === 'online') online += to - from
    if (state !== 'unknown') known += to - from
  }
  return known === 0 ? null : online / known
}
