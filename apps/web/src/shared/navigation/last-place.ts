import { readStoredJson, writeStoredJson } from '../../lib/local-store.ts'

interface LastPlace {
  userId: number
  locationId: number
}

/** The last visited location, for the next time this person starts here. */
export function keepLastPlace(place: LastPlace): void {
  writeStoredJson('lastPlace', place)
}

export function findLastPlace(userId: number): number | null {
  const kept = readStoredJson<LastPlace>('lastPlace')
  return kept?.userId === userId ? kept.locationId : null
}
