import type { LoadProfile } from '@ohmstead/network-fee/load-profile'
import { declarePortalJob } from './portal-job.ts'
import type { PortalReadings } from './portal-readings.ts'

/** For a what-if on the page itself: the profile, transferred once. */
export function buildProfile(readings: PortalReadings): LoadProfile {
  return readings.getProfile()
}

export const profileJob = declarePortalJob<typeof buildProfile>('profile')
