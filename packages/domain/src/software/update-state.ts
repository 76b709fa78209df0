/**
 * What becomes of an update on one controller. `waiting`: its stage of a roll-out has not begun. `checking`: the controller
 * said that it is done, and has to come back.
 */
export const updateStates = [
  'waiting',
  'requested',
  'in_progress',
  'checking',
  'cancelling',
  'installed',
  'failed',
  'cancelled',
] as const
export type UpdateState = (typeof updateStates)[number]

/** Why an update failed. */
export const updateFailures = ['refused', 'not_back', 'repeated', 'silent'] as const
export type UpdateFailure = (typeof updateFailures)[number]

/** Why a controller is not offered an update now. */
export const updateHolds = ['off_grid', 'battery_low'] as const
export type UpdateHold = (typeof updateHolds)[number]

export const rollOutStates = ['running', 'paused', 'stopped', 'done', 'cancelled'] as const
export type RollOutState = (typeof rollOutStates)[number]
