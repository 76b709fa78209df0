import type { EnergyView } from '@ohmstead/contract/charts'
import type { MessageKey } from '../../shared/i18n/use-t.ts'

/** The page's one sentence and one number. */
export type Headline =
  | { text: MessageKey; note: MessageKey; kind: 'ratio'; ratio: number }
  | { text: MessageKey; note: MessageKey; kind: 'energy'; energyWh: number }
  | { text: MessageKey; note: null; kind: 'nothing' }

/**
 * The most interesting fact of today: the share covered by own sources, if there are any; else the consumption; else
 * the production; else what came from the grid. `isOwn` addresses the person whose home it is.
 */
export function chooseHeadline(energy: Pick<EnergyView, 'totals' | 'has'>, isOwn: boolean): Headline {
  const { totals, has } = energy
  // Before sunrise there is nothing to say about the sun yet.
  if (has.production && totals.self_sufficiency !== null && totals.self_sufficiency >= 0.005) {
    const most = totals.self_sufficiency >= 0.5
    const text: MessageKey = most
      ? isOwn
        ? 'location_overview.headline.sun_own'
        : 'location_overview.headline.sun'
      : isOwn
        ? 'location_overview.headline.partly_own'
        : 'location_overview.headline.partly'
    return {
      text,
      note: 'location_overview.headline.sun_note',
      kind: 'ratio',
      ratio: totals.self_sufficiency,
    }
  }
  const note = 'location_overview.headline.use_note'
  if (totals.consumption !== null) {
    return { text: 'location_overview.headline.use', note, kind: 'energy', energyWh: totals.consumption }
  }
  if (totals.production !== null && has.production) {
    return {
      text: 'location_overview.headline.production',
      note,
      kind: 'energy',
      energyWh: totals.production,
    }
  }
  // A new plant has produced nothing that could be counted yet, and what was used is not known without it.
  if (totals.grid_import !== null) {
    return { text: 'location_overview.headline.grid', note, kind: 'energy', energyWh: totals.grid_import }
  }
  return { text: 'location_overview.headline.nothing', note: null, kind: 'nothing' }
}
