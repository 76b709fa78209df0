import { declarePortalJob } from '../../shared/portal/portal-job.ts'
import type { runBatteryWeek } from './run-battery-week.ts'
import type { sweepBattery } from './sweep-battery.ts'

export const batterySweepJob = declarePortalJob<typeof sweepBattery>('battery-sweep')
export const batteryWeekJob = declarePortalJob<typeof runBatteryWeek>('battery-week')
