/** The types of alarm. CONTROLLER_ERROR_CONNECTION and those of budgets and rules are raised by the cloud alone. */
export const alarmTypes = [
  'ERROR_COMMUNICATION',
  'CONTROLLER_ERROR_CONNECTION',
  'ERROR',
  'OFF_GRID',
  'BUDGET_EXCEEDED',
  'BUDGET_LIKELY',
  'RULE',
] as const
export type AlarmType = (typeof alarmTypes)[number]

/** The code of the ERROR that the cloud raises for a controller whose clock is wrong; it has a text of its own. */
export const clockAlarmCode = 'clock'

export const alarmStatuses = ['ACTIVE', 'ACKNOWLEDGED', 'CLEARED'] as const
export type AlarmStatus = (typeof alarmStatuses)[number]
