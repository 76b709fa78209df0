import { useQuery } from '@tanstack/react-query'
import { companiesQuery } from './companies-query.ts'

/** The line below the title of a company's page: whose it is, then what the page is for. */
export function useCompanyLead(companyId: number | null, lead?: string): string | undefined {
  const { data } = useQuery({ ...companiesQuery, enabled: companyId !== null })
  const company = data?.find(({ id }) => id === companyId)
  return [company?.name, lead].filter(Boolean).join(' · ') || undefined
}
