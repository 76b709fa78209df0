import type { CompanySettingsView } from '@ohmstead/contract/company-settings'
import type { MenuNodeView } from '@ohmstead/contract/navigation'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { companiesQuery } from '../../shared/companies/companies-query.ts'
import { companyMenuQuery, menuKey } from '../../shared/navigation/menu-query.ts'
import { siteQuery } from '../../shared/site.ts'

export function companySettingsQuery(companyId: number) {
  return queryOptions({
    queryKey: ['company-settings', companyId],
    queryFn: async ({ signal }) =>
      (await call('GET /companies/:companyId/settings', { params: { companyId }, signal })).settings,
  })
}

/** The records of the sender's domain, each looked up at the name servers on request. */
export function senderQuery(companyId: number) {
  return queryOptions({
    queryKey: ['company-sender', companyId],
    queryFn: ({ signal }) =>
      call('POST /companies/:companyId/sender/check', { params: { companyId }, signal }),
    staleTime: 60_000,
  })
}

/** Whether the host name is the company's, and the record that proves it; looked up only on demand. */
export function domainQuery(companyId: number) {
  return queryOptions({
    queryKey: ['company-domain', companyId],
    queryFn: ({ signal }) => call('GET /companies/:companyId/domain', { params: { companyId }, signal }),
  })
}

/** After saving: the page, the lists with the name, the look of the site, and the records may all change. */
export function useAdoptSettings(companyId: number) {
  const queryClient = useQueryClient()
  return async (settings: CompanySettingsView | null) => {
    if (settings) queryClient.setQueryData(companySettingsQuery(companyId).queryKey, settings)
    else await queryClient.invalidateQueries(companySettingsQuery(companyId))
    await Promise.all([
      queryClient.invalidateQueries(companiesQuery),
      queryClient.invalidateQueries({ queryKey: menuKey }),
      queryClient.invalidateQueries(senderQuery(companyId)),
      queryClient.invalidateQueries(domainQuery(companyId)),
      queryClient.invalidateQueries(siteQuery),
    ])
  }
}

/** All groups of a company except its root, at any depth. */
export function companyGroupsQuery(companyId: number) {
  return queryOptions({
    ...companyMenuQuery(companyId),
    select: ({ structure }) => findGroups(structure),
  })
}

function findGroups(nodes: readonly MenuNodeView[]): { id: number; name: string }[] {
  return nodes.flatMap((node) => [
    ...(node.type === 'location-group' ? [{ id: node.id, name: node.title }] : []),
    ...findGroups(node.children),
  ])
}
