/** The kind of a location, for people and statistics; the API accepts other words as well. */
export const locationKinds = [
  'HOUSE',
  'APARTMENT',
  'FARM',
  'OFFICE',
  'SHOP',
  'WORKSHOP',
  'FACTORY',
  'PUBLIC',
  'OTHER',
] as const

export type LocationKind = (typeof locationKinds)[number]
