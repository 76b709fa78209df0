import { declarePortalJob } from '../../../shared/portal/portal-job.ts'
import type { summariseReadings } from './summarise-readings.ts'

export const summaryJob = declarePortalJob<typeof summariseReadings>('summary')
