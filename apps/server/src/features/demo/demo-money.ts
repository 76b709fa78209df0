import type { SharingScheme } from '@ohmstead/domain/sharing/sharing-terms'
import type { GroupContent } from '../energy-sharing/group-queries.ts'
import type { MemberContent } from '../energy-sharing/member-queries.ts'
import type { WrittenInvestment } from '../savings/investment-queries.ts'
import { plantSharers, sharedPlant } from './demo-points.ts'

// What the people of the demo want to spend, what they bought, and with whom they share electricity.

export interface DemoInvestment extends Pick<WrittenInvestment, 'kind' | 'name' | 'price' | 'subsidy'> {
  /** The key of the location in the demo's world. */
  location: string
  boughtMonthsAgo: number
}

export const demoInvestments: readonly DemoInvestment[] = [
  {
    ...{ location: 'novak', kind: 'solar', name: 'Sončna elektrarna s priklopom', boughtMonthsAgo: 38 },
    ...{ price: '9850', subsidy: '1800' },
  },
  {
    ...{ location: 'novak', kind: 'battery', name: 'Hranilnik z razsmernikom', boughtMonthsAgo: 20 },
    ...{ price: '5400', subsidy: '600' },
  },
  {
    ...{ location: 'kovac', kind: 'solar', name: 'Sončna elektrarna na garaži', boughtMonthsAgo: 52 },
    ...{ price: '10900', subsidy: '1500' },
  },
]

/** What a month may cost, in euros, by the key of the location. */
export const demoBudgets: Readonly<Record<string, string>> = { novak: '40' }

/** A place of the demo that takes part: a location, or one of the organiser's metering points with its price list. */
export type DemoSharer = Omit<MemberContent, 'validFrom'> &
  ({ location: string } | { eimm: string; list: readonly [supplier: string, name: string] })

export interface DemoSharingGroup extends Omit<GroupContent, 'validFrom'> {
  scheme: SharingScheme
  /** For themselves, or for the company that they run. */
  organisedBy: string
  isOfCompany: boolean
  /** For how many whole months before the current one they have shared. */
  months: number
  /** In equal shares of those who receive, or by use. */
  key: 'equal' | 'byUse'
  members: readonly DemoSharer[]
}

const withoutFees = { senderFeePerMonth: '0', receiverFeePerMonth: '0', ownCustomersOnly: false }

/** Neighbours who share what they feed in, and a plant that households of the cooperative share. */
export const demoSharingGroups: readonly DemoSharingGroup[] = [
  {
    ...{ name: 'Sosedje Novak in Kovač', scheme: 'sharing', key: 'byUse', months: 1 },
    ...{ organisedBy: 'advanced@demo.test', isOfCompany: false },
    organiser: {
      ...{ ...withoutFees, name: 'Moj Elektro' },
      ...{ source: 'laandra/ERK-2026: mojelektro.si', validFrom: '2026-01-01' },
    },
    ...{ priceTerms: { kind: 'fixed', perKwh: '0.09' }, communityCase: null },
    // What nobody uses in the quarter-hour is lost to its sender, so they share little of it.
    members: [
      { name: 'Hiša Novak', role: 'both', sharedShare: '0.08', location: 'novak' },
      { name: 'Hiša Kovač', role: 'both', sharedShare: '0.08', location: 'kovac' },
      { name: 'Stanovanje Zupan', role: 'receiver', sharedShare: '0', location: 'zupan' },
    ],
  },
  {
    ...{ name: 'Skupnostna elektrarna Savinja', scheme: 'selfSupply', key: 'equal', months: 2 },
    ...{ organisedBy: 'aggregator@demo.test', isOfCompany: true },
    organiser: { ...withoutFees, name: 'Sončna zadruga Savinja', source: '', validFrom: '2026-01-01' },
    ...{ priceTerms: { kind: 'fixed', perKwh: '0.07' }, communityCase: 1 },
    members: [
      {
        ...{ name: sharedPlant.name, role: 'producer', sharedShare: '1' },
        ...{ eimm: sharedPlant.eimm, list: ['Petrol', 'Samooskrba'] },
      },
      ...plantSharers.map(
        ({ name, eimm }): DemoSharer => ({
          ...{ name, role: 'receiver', sharedShare: '0', eimm, list: ['GEN-I', 'Redni'] },
        }),
      ),
    ],
  },
]
