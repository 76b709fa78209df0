import type { BulkWish } from '@ohmstead/contract/bulk-changes'
import type { ActionOf } from './bulk-action.ts'
import { moveAction } from './move-action.ts'
import { ruleAction } from './rule-action.ts'

const actions: { [Action in BulkWish['action']]: ActionOf<Extract<BulkWish, { action: Action }>> } = {
  group: moveAction,
  rule: ruleAction,
}

/** The wish decides which action it is, so that they belong together. */
export const actionOf = (wish: BulkWish): ActionOf => actions[wish.action] as unknown as ActionOf
