import type { CommunityCase } from '@ohmstead/domain/sharing/sharing-terms'
import type { SharingMember, SharingQuestion } from '@ohmstead/sharing/sharing-model'
import type { Queryable } from '../../platform/db/db.ts'
import { readPricedSubjects } from '../location-pricing/read-priced-subjects.ts'
import { findSpotPrices } from '../spot-market/find-spot-prices.ts'
import { nettingOf, subjectOf } from './group-view.ts'
import type { MemberRow } from './member-queries.ts'
import type { GroupState } from './settlement-fingerprint.ts'
import { spanOfMonth } from './settlement-fingerprint.ts'

/** Everything that these members' sharing from one month to another follows from: readings and prices as bills have them. */
export async function readQuestion(
  db: Queryable,
  state: GroupState,
  members: readonly MemberRow[],
  { from, to }: { from: string; to: string },
  onRead?: (done: number) => Promise<void>,
): Promise<SharingQuestion> {
  const { group, places, keys } = state
  const span = { fromMs: spanOfMonth(from).fromMs, toMs: spanOfMonth(to).toMs }
  const withPlace = members.flatMap((member) => {
    const subject = subjectOf(member)
    return subject ? [{ member, subject, priceListId: member.price_list_id }] : []
  })
  const read = await readPricedSubjects(db, withPlace, span, onRead)
  const found = new Map(withPlace.map(({ member }, at) => [member.id, read[at]!]))
  const market =
    group.price_terms.kind === 'spotCapped'
      ? ((await findSpotPrices(db, group.country_code, span.fromMs, span.toMs)) ?? null)
      : null
  return {
    group: {
      scheme: group.scheme,
      countryCode: group.country_code,
      organiser: group.organiser,
      priceTerms: group.price_terms,
      communityCase: group.community_case as CommunityCase | null,
      validFrom: group.valid_from,
    },
    keys: keys
      .filter(({ is_current }) => is_current)
      .map(({ valid_from, key }) => ({ validFrom: valid_from, key }))
      .reverse(),
    market,
    members: members.map((member): SharingMember => {
      const one = found.get(member.id)
      return {
        id: String(member.id),
        role: member.role,
        sharedShare: member.shared_share,
        validFrom: member.valid_from,
        validTo: member.valid_to,
        netting: nettingOf(member, places.get(member.id)),
        world: one?.world ?? emptyWorld(group.country_code),
        // A place that was deleted has no readings: its quarter-hours stay unsettled.
        energies: one?.series ?? noEnergies(span.fromMs),
      }
    }),
  }
}

const emptyWorld = (countryCode: string): SharingMember['world'] => ({
  ...{ timeZone: 'Europe/Ljubljana', countryCode, entries: [], priceLists: {}, timePlans: {} },
  ...{ networkTariffs: {}, spot: {}, holidays: {}, point: null, exchangeRates: [] },
})

const noEnergies = (firstStartMs: number): SharingMember['energies'] => ({
  firstStartMs,
  importMilliWh: new Float64Array(0),
  exportMilliWh: null,
  isEstimated: new Uint8Array(0),
})
