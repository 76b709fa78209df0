import { type State, states } from './group-locations-query.ts'

export interface FleetFilter {
  layout: 'table' | 'map'
  state: State | null
  search: string
}

/** The filter in the address; what is none of ours is left out. */
export function readFleetFilter(search: Readonly<Record<string, unknown>>): FleetFilter {
  const state = states.find((one) => one === search.state) ?? null
  // A search of digits alone comes back from the address as a number.
  const words =
    typeof search.search === 'string' || typeof search.search === 'number' ? String(search.search) : ''
  return { layout: search.layout === 'map' ? 'map' : 'table', state, search: words.slice(0, 200) }
}

/** For the address, without what is as usual. */
export function toFleetSearch({ layout, state, search }: FleetFilter): Record<string, string> {
  return {
    ...(layout === 'map' && { layout }),
    ...(state !== null && { state }),
    ...(search !== '' && { search }),
  }
}
