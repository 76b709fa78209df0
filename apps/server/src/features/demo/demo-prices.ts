import type { ManualConsumerInfo } from '@ohmstead/contract/portal-consumer-info'

/** A price list of the demo: an offer of the library, by its supplier and name. */
export interface DemoPriceList {
  offer: readonly [supplier: string, name: string]
  /** For how many whole months before the current one it holds; the last list holds until further notice. */
  months: number
}

/** What a location of the demo pays. Its lists follow one another, so that something has changed in the past. */
export interface DemoPricing {
  /** The key of the location in the demo's world. */
  location: string
  plan: string
  lists: readonly DemoPriceList[]
  /** The metering point of the owner that it is joined with, or what its people entered. */
  point: { eimm: string } | { entered: ManualConsumerInfo }
}

const household: ManualConsumerInfo = {
  userGroup: 0,
  consumerType: 'RESIDENTIAL',
  connectionPower: 17,
  isThreePhase: true,
  currentLimit: 25,
  tariffsCount: 2,
  agreedPowers: [4.6, 5, 5, 5, 5],
  limitSetBy: 'operator',
}
const business: ManualConsumerInfo = {
  ...household,
  consumerType: 'OTHER',
  connectionPower: 43,
  currentLimit: 63,
  agreedPowers: [18, 20, 20, 22, 22],
  limitSetBy: 'user',
}

/** One of them by tariff and then by the spot market, one by the time of day; the farm has no plan yet. */
export const demoPrices: readonly DemoPricing[] = [
  {
    location: 'novak',
    plan: 'Hiša Novak',
    lists: [
      { offer: ['GEN-I', 'Samooskrba redni'], months: 10 },
      { offer: ['GEN-I', 'Samooskrba dinamični'], months: 3 },
    ],
    point: { eimm: '4-1204425' },
  },
  {
    location: 'kovac',
    plan: 'Hiša Kovač',
    lists: [
      { offer: ['GEN-I', 'Samooskrba redni'], months: 12 },
      { offer: ['GEN-I', 'Samooskrba aktivni'], months: 1 },
    ],
    point: { entered: household },
  },
  {
    location: 'zupan',
    plan: 'Stanovanje Zupan',
    lists: [{ offer: ['GEN-I', 'Redni'], months: 13 }],
    point: { entered: { ...household, agreedPowers: [3.5, 3.8, 3.8, 3.8, 3.8] } },
  },
  {
    location: 'klas',
    plan: 'Dinamični odjem',
    lists: [{ offer: ['GEN-I', 'Dinamični'], months: 13 }],
    point: { entered: business },
  },
  {
    location: 'hmelj',
    plan: 'Redni odjem',
    lists: [{ offer: ['Petrol', 'Redni'], months: 13 }],
    point: { entered: business },
  },
]
