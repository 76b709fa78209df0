import type { GroupMapView, GroupPulseView } from '@ohmstead/contract/location-groups-map'
import type { State } from './group-locations-query.ts'

/** Positions in the square of the Mercator projection, 0 to 1 from the north-west; the state of each; the order of drawing. */
export interface MapPlaces {
  x: Float64Array
  y: Float64Array
  states: (State | null)[]
  grid: (number | null)[]
  /** Indices, those in trouble last, so that nothing hides them. */
  order: Uint32Array
}

export interface Sight {
  /** Pixels per side of the square. */
  scale: number
  /** Of the square, at the top left of the picture, in pixels. */
  left: number
  top: number
}

const weights: Record<State, number> = { empty: 0, live: 1, silent: 2, offline: 3, alarm: 4 }
/** How near a pointer must be, in pixels. */
const reach = 12

const steepest = 85.05112878

/** The positions once; they stay while states change. */
export function projectPlaces({ latitudes, longitudes }: Pick<GroupMapView, 'latitudes' | 'longitudes'>) {
  const x = Float64Array.from(longitudes, (longitude) => longitude / 360 + 0.5)
  const y = Float64Array.from(latitudes, (latitude) => {
    const angle = (Math.max(-steepest, Math.min(steepest, latitude)) * Math.PI) / 180
    return 0.5 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI)
  })
  return { x, y }
}

/** The state of each place; null for one that the pulse does not know (yet). */
export function joinPulse(
  { ids }: Pick<GroupMapView, 'ids'>,
  projected: Pick<MapPlaces, 'x' | 'y'>,
  pulse: Pick<GroupPulseView, 'ids' | 'states' | 'grid'> | undefined,
  only: State | null,
): MapPlaces {
  const at = new Map(pulse?.ids.map((id, index) => [id, index]))
  const states = ids.map((id) => pulse?.states[at.get(id) ?? -1] ?? null)
  const grid = ids.map((id) => pulse?.grid[at.get(id) ?? -1] ?? null)
  const shown = [...states.keys()].filter((index) => only === null || states[index] === only)
  const weigh = (index: number) => weights[states[index] ?? 'empty']
  const order = Uint32Array.from(shown.sort((a, b) => weigh(a) - weigh(b) || a - b))
  return { ...projected, states, grid, order }
}

/** Whether both are drawn alike: of ten thousand homes most keep their state from one answer to the next. */
export function isSamePicture(one: MapPlaces, other: MapPlaces): boolean {
  return (
    one.x === other.x &&
    one.order.length === other.order.length &&
    one.order.every(
      (index, place) => other.order[place] === index && one.states[index] === other.states[index],
    )
  )
}

/** The topmost place near a point of the picture; null if none is. */
export function findPlaceAt(
  { x, y, order }: MapPlaces,
  { scale, left, top }: Sight,
  point: { x: number; y: number },
): number | null {
  let [found, nearest] = [null as number | null, reach * reach]
  for (const index of order) {
    const distance = (x[index]! * scale - left - point.x) ** 2 + (y[index]! * scale - top - point.y) ** 2
    if (distance <= nearest) [found, nearest] = [index, distance]
  }
  return found
}
