import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export const companyDeletionQuery = (companyId: number) =>
  queryOptions({
    queryKey: ['company-deletion', companyId],
    queryFn: async ({ signal }) =>
      (await call('GET /companies/:companyId/deletion', { params: { companyId }, signal })).deletion,
    // What was counted before somebody answered may be old.
    staleTime: 0,
  })
