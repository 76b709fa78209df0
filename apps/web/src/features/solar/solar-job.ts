import { declarePortalJob } from '../../shared/portal/portal-job.ts'
import type { estimateSolar } from './estimate-solar.ts'

export const solarEstimateJob = declarePortalJob<typeof estimateSolar>('solar-estimate')
