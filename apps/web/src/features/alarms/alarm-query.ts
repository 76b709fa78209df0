import type { AlarmCaseView } from '@ohmstead/contract/alarms-case'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { alarmsKey } from '../../shared/alarms-key.ts'

/** An alarm with what helps to find its cause. */
export function alarmQuery(locationId: number, alarmId: number) {
  return queryOptions({
    queryKey: [...alarmsKey, 'case', locationId, alarmId],
    queryFn: async ({ signal }): Promise<AlarmCaseView> =>
      (await call('GET /locations/:locationId/alarms/:alarmId', { params: { locationId, alarmId }, signal }))
        .case,
  })
}
