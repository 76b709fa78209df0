import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** Everything about groups that share energy. */
export const sharingKey = ['sharing'] as const

/** The groups that one organises or is a member of. */
export const sharingGroupsQuery = queryOptions({
  queryKey: [...sharingKey, 'groups'],
  queryFn: async ({ signal }) => (await call('GET /sharing-groups', { signal })).groups,
})

export function sharingGroupQuery(sharingGroupId: number) {
  return queryOptions({
    queryKey: [...sharingKey, sharingGroupId, 'group'],
    queryFn: async ({ signal }) =>
      (await call('GET /sharing-groups/:sharingGroupId', { params: { sharingGroupId }, signal })).group,
  })
}
