/** What a location is, for people and for statistics; the API takes other words as well. */
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
