import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../../lib/call.ts'
import { controllerKey } from '../../../../shared/controllers/controller-page-query.ts'

export interface BackupRights {
  control: boolean
  edit: boolean
  /** The owner, and whoever runs the company. */
  download: boolean
}

/** The backups of a controller; soon again while one is made. */
export function backupsQuery(controllerId: number) {
  return queryOptions({
    queryKey: [...controllerKey, 'backups', controllerId],
    queryFn: ({ signal }) =>
      call('GET /backups/controllers/:controllerId', { params: { controllerId }, signal }),
    refetchInterval: ({ state }) => (state.data?.running ? 2000 : 60_000),
  })
}

export function companyBackupsQuery(companyId: number) {
  return queryOptions({
    queryKey: ['company-backups', companyId],
    queryFn: async ({ signal }) =>
      (await call('GET /companies/:companyId/backup-schedule', { params: { companyId }, signal })).schedule,
  })
}
