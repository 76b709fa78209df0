import type { LocationView } from '@ohmstead/contract/locations'

/** Location 7, which belongs to person 1 and has no controllers. */
export function createLocation(change: Partial<LocationView> = {}): LocationView {
  return {
    id: 7,
    name: 'Home',
    kind: null,
    country: { code: 'SI' },
    region: null,
    timezone: { name: 'Europe/Ljubljana' },
    latitude: null,
    longitude: null,
    owner_id: 1,
    owner: { id: 1, email: 'ana@test.si', firstName: 'Ana', lastName: 'Novak' },
    company: { id: 2, name: 'Sonce', rootGroup: { id: 20 } },
    groups: [],
    location_group_id: 20,
    device_groups: [],
    devices: [],
    controllers: [],
    ...change,
  }
}
