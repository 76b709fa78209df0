import { batterySweepJob, batteryWeekJob } from '../features/battery/battery-jobs.ts'
import { summaryJob } from '../features/portal/data/summary-job.ts'
import { solarEstimateJob } from '../features/solar/solar-job.ts'
import { buildProfile, profileJob } from '../shared/portal/build-profile.ts'
import type { PortalJob } from '../shared/portal/portal-job.ts'

type Work = (...asked: never[]) => unknown

/** The types declared with the name apply to the function. */
const does = <Input, Result>(
  { name }: PortalJob<Input, Result>,
  load: () => Promise<NonNullable<PortalJob<Input, Result>['work']>>,
): [string, () => Promise<Work>] => [name, load]

/** The jobs of the worker, each loaded on first use. */
export const portalJobs = new Map([
  does(profileJob, async () => buildProfile),
  does(
    summaryJob,
    async () => (await import('../features/portal/data/summarise-readings.ts')).summariseReadings,
  ),
  does(batterySweepJob, async () => (await import('../features/battery/sweep-battery.ts')).sweepBattery),
  does(batteryWeekJob, async () => (await import('../features/battery/run-battery-week.ts')).runBatteryWeek),
  does(solarEstimateJob, async () => (await import('../features/solar/estimate-solar.ts')).estimateSolar),
])
