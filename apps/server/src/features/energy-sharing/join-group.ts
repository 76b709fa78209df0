import type { Actor } from '@ohmstead/domain/access/permission'
import { isReceiving } from '@ohmstead/domain/sharing/sharing-terms'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { PricedSubject } from '../location-pricing/read-priced-subject.ts'
import { localDay } from '../portal/client/portal-dates.ts'
import { getPriceList } from '../price-lists/change-price-list.ts'
import { nettingOf } from './group-view.ts'
import { findPlaceFacts, isOwnPlace } from './member-place-queries.ts'
import { insertActiveMember, isInAnotherGroup, lockJoining, type MemberContent } from './member-queries.ts'

/** Where somebody takes part, and what prices a metering point there. */
export interface JoiningPlace {
  subject: PricedSubject
  priceListId: number | null
  now: number
}

/** Checks that the place is the actor's own and free, and may take the role. */
export async function checkJoining(
  tx: Queryable,
  actor: Actor,
  content: MemberContent,
  { subject, priceListId, now }: JoiningPlace,
): Promise<void> {
  if (!(await isOwnPlace(tx, actor, subject))) throw new AppError('not_found')
  if (priceListId !== null) {
    if (subject.kind === 'location')
      throw new AppError('invalid_request', { fields: { priceListId: 'regex' } })
    await getPriceList(tx, actor, priceListId, now)
  }
  await lockJoining(tx)
  if (await isInAnotherGroup(tx, subject, { validFrom: content.validFrom, exceptId: null }))
    throw new AppError('in_another_group')
}

/** Refuses a receiver that is netted by the year, which its metering point says. */
export async function refuseNettedReceiver(
  tx: Queryable,
  memberId: number,
  content: Pick<MemberContent, 'role'>,
  now: number,
): Promise<void> {
  if (!isReceiving(content)) return
  const [place] = await findPlaceFacts(tx, [memberId], localDay(now))
  if (nettingOf(content, place) === 'yearly') throw new AppError('yearly_netting_receives')
}

/** Adds a place of the actor's own at once; returns the id of the member. */
export async function joinGroup(
  tx: Queryable,
  actor: Actor,
  groupId: number,
  content: MemberContent,
  place: JoiningPlace,
): Promise<number> {
  await checkJoining(tx, actor, content, place)
  const memberId = await insertActiveMember(tx, groupId, content, place)
  await refuseNettedReceiver(tx, memberId, content, place.now)
  return memberId
}
