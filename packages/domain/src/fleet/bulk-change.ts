/** What is done to many locations at once. */
export const bulkActions = ['group', 'parameter', 'rule', 'update'] as const
export type BulkAction = (typeof bulkActions)[number]

export const bulkStates = ['waiting', 'running', 'done', 'cancelled'] as const
export type BulkState = (typeof bulkStates)[number]

/** What became of one item; `sent` waits for the answer of its controller. */
export const bulkOutcomes = ['waiting', 'sent', 'done', 'skipped', 'failed'] as const
export type BulkOutcome = (typeof bulkOutcomes)[number]

/** Why an item was left as it was, or failed. */
export const bulkReasons = [
  'not_allowed',
  'gone',
  'cancelled',
  'already',
  'changed_since',
  'group_gone',
  'no_controller',
  'offline',
  'no_device',
  'unreachable',
  'out_of_range',
  'busy',
  'too_many_rules',
  'not_suitable',
  'rejected',
  'no_answer',
  'unexpected',
] as const
export type BulkReason = (typeof bulkReasons)[number]

/** So many locations, or devices of them, are changed at once at most. */
export const mostBulkItems = 10_000

/** An update cannot be taken back from here: a controller goes back to the version before only if the new one fails. */
export const canUndo = (action: BulkAction): boolean => action !== 'update'
