/** The four types of alarm. CONTROLLER_ERROR_CONNECTION is raised by the cloud alone. */
export const alarmTypes = ['ERROR_COMMUNICATION', 'CONTROLLER_ERROR_CONNECTION', 'ERROR', 'OFF_GRID'] as const
export type AlarmType = (typeof alarmTypes)[number]

export const alarmStatuses = ['ACTIVE', 'ACKNOWLEDGED', 'CLEARED'] as const
export type AlarmStatus = (typeof alarmStatuses)[number]
