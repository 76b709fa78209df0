import { randomSequence } from '@ohmstead/network-fee/optimum/random-sequence'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import type { SharedEnergies } from '../shared-energies.ts'

/** Any parts of what is known of some energies, for tests. */
export function makeShared(
  energies: QuarterHourSeries,
  seed: number,
  network: SharedEnergies['network'] = { kind: 'full' },
): SharedEnergies {
  const random = randomSequence(seed)
  const partOf = (energy: number) =>
    Number.isNaN(energy) || random() < 0.4 ? 0 : random() < 0.1 ? energy : Math.floor(energy * random())
  return {
    firstStartMs: energies.firstStartMs,
    receivedMilliWh: energies.importMilliWh.map(partOf),
    givenMilliWh: (energies.exportMilliWh ?? new Float64Array(energies.importMilliWh.length)).map(partOf),
    network,
  }
}
