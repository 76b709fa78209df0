import type { BulkWish } from '@ohmstead/contract/bulk-changes'
import type { Queryable } from '../../platform/db/db.ts'
import type { ActionOf, ListedItem } from './bulk-action.ts'
import { moveAction } from './move-action.ts'
import { parameterAction } from './parameter-action.ts'
import { ruleAction } from './rule-action.ts'
import { updateAction } from './update-action.ts'

const actions: { [Action in BulkWish['action']]: ActionOf<Extract<BulkWish, { action: Action }>> } = {
  group: moveAction,
  parameter: parameterAction,
  rule: ruleAction,
  update: updateAction,
}

/** The wish decides which action it is, so that they belong together. */
export const actionOf = (wish: BulkWish): ActionOf => actions[wish.action] as unknown as ActionOf

/** What a wish changes at some locations. */
export async function listItems(
  db: Queryable,
  wish: BulkWish,
  locationIds: readonly number[],
): Promise<ListedItem[]> {
  const { list } = actionOf(wish)
  return list
    ? list(db, wish, locationIds)
    : locationIds.map((locationId) => ({ locationId, deviceId: null }))
}
