import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import { guessSource, type NamedSource, type SourceGuess } from './guess-source.ts'
import type { MappedSource } from './mapped-source.ts'
import { toDeviceId } from './read-value.ts'
import { findStem, joinPairs, splitWords } from './source-words.ts'
import { findSunSpecCategory } from './sunspec-points.ts'

const categoryNames: Record<DeviceCategory, readonly [id: string, name: string]> = {
  GRID: ['grid', 'Grid'],
  SOLAR_POWER_PLANT: ['pv', 'PV'],
  HYBRID_INVERTER: ['hybrid', 'Inverter'],
  BATTERY: ['bat', 'Battery'],
  EV_CHARGER: ['ev', 'Charger'],
  HVAC: ['hp', 'Heat pump'],
  OTHER: ['load', 'Load'],
}

/** Guesses of earlier calls, for a list that grows name by name. */
export type GuessCache = Map<string, SourceGuess | null>

const mostGuesses = 1000

interface Candidate {
  source: string
  guess: SourceGuess
}

/** A device of the proposal, and the metrics that it has. */
interface Place {
  id: string
  name: string
  category: DeviceCategory
  metrics: Set<string>
  stems: Set<string>
}

/**
 * What each source would be; sources whose names and units do not tell are not in the answer. Never two for the same
 * metric of a device, nor one that a mapped source has already.
 */
export function proposeMappings(
  sources: readonly NamedSource[],
  mapped: readonly MappedSource[] = [],
  otherDevices: readonly string[] = [],
  guesses: GuessCache = new Map(),
): Map<string, MappedSource> {
  const places = placesOf(mapped)
  const ids = new Set([...otherDevices, ...places.map(({ id }) => id)])
  const taken = new Set(mapped.map(({ source }) => source))
  const candidates = guessAll(sources, guesses).filter(({ source }) => !taken.has(source))
  const proposals = new Map<string, MappedSource>()
  for (const group of groupByDevice(candidates)) {
    const { category, stem, load } = group[0]!.guess
    const place = findPlace(places, group) ?? addPlace(places, ids, category, load ?? stem)
    place.stems.add(stem)
    for (const { source, guess } of group) {
      if (place.metrics.has(guess.metric)) continue
      place.metrics.add(guess.metric)
      proposals.set(source, {
        ...{ source, device: place.id, deviceName: place.name },
        ...{ category, metric: guess.metric, factor: guess.factor },
      })
    }
  }
  return proposals
}

function guessAll(sources: readonly NamedSource[], guesses: GuessCache): Candidate[] {
  const byParent = Map.groupBy(sources, ({ source }) => parentOf(source))
  const groups = new Map(
    [...byParent].map(([parent, members]) => [
      parent,
      findSunSpecCategory(members.map(({ source }) => source.slice(parent.length))),
    ]),
  )
  const all = sources.flatMap((named) => {
    const guess = guessOnce(named, groups.get(parentOf(named.source)) ?? null, guesses)
    return guess ? [{ source: named.source, guess }] : []
  })
  return all.filter(({ guess }) => !isDoubtful(guess, all))
}

/** Looking at the words of a name takes longer than everything else, and names stay. */
function guessOnce(
  named: NamedSource,
  group: DeviceCategory | null,
  guesses: GuessCache,
): SourceGuess | null {
  const { source, name, unit, deviceClass = null, stateClass = null } = named
  const key = JSON.stringify([source, name, unit, deviceClass, stateClass, group])
  const known = guesses.get(key)
  if (known !== undefined) return known
  const guess = guessSource(named, group)
  if (guesses.size >= mostGuesses) guesses.clear()
  guesses.set(key, guess)
  return guess
}

const parentOf = (source: string) => source.slice(0, source.search(/[^/:.]*$/))

/** A level of charge may be a remote control's; and of two halves of a power neither is the whole. */
function isDoubtful(guess: SourceGuess, all: readonly Candidate[]): boolean {
  if (guess.isWeak) return !all.some(({ guess: other }) => other.category === guess.category && !other.isWeak)
  if (guess.half === null) return false
  const isWhole = (other: SourceGuess) =>
    other.category === guess.category && other.metric === guess.metric && other.half !== guess.half
  return all.some(({ guess: other }) => isWhole(other))
}

/** Sources of one device beside each other; what has most of them first. */
function groupByDevice(candidates: readonly Candidate[]): Candidate[][] {
  const groups = Map.groupBy(candidates, ({ guess }) =>
    JSON.stringify([guess.category, guess.category === 'OTHER' ? guess.load : null, guess.stem]),
  )
  return [...groups.values()].toSorted((one, other) => other.length - one.length)
}

/** The device that has this name already, else one of its kind that lacks all of these metrics. */
function findPlace(places: readonly Place[], group: readonly Candidate[]): Place | null {
  const { category, stem } = group[0]!.guess
  const alike = places.filter((place) => place.category === category)
  const named = alike.find(({ stems }) => stems.has(stem))
  if (named || category === 'OTHER') return named ?? null
  return alike.find(({ metrics }) => group.every(({ guess }) => !metrics.has(guess.metric))) ?? null
}

function addPlace(places: Place[], ids: Set<string>, category: DeviceCategory, label: string): Place {
  const [base, title] = categoryNames[category]
  const stem = category === 'OTHER' ? toDeviceId(label.replace(/ /g, '-')) : base
  const first = category === 'OTHER' ? label.slice(0, 1).toUpperCase() + label.slice(1) : title
  let number = 1
  const idOf = () => (number === 1 ? stem : `${stem}${number}`)
  while (ids.has(idOf())) number++
  const place: Place = {
    ...{ id: idOf(), category, metrics: new Set<string>(), stems: new Set<string>() },
    name: number === 1 ? first : `${first} ${number}`,
  }
  ids.add(place.id)
  places.push(place)
  return place
}

function placesOf(mapped: readonly MappedSource[]): Place[] {
  return [...Map.groupBy(mapped, ({ device }) => device)].map(([id, members]) => ({
    ...{ id, name: members[0]!.deviceName, category: members[0]!.category },
    metrics: new Set(members.map(({ metric }) => metric)),
    stems: new Set(members.map(({ source }) => findStem(joinPairs(splitWords(source))))),
  }))
}
