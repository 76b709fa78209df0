import type { CompanySummary } from '@ohmstead/contract/companies'

export const createCompany = (change: Partial<CompanySummary> = {}): CompanySummary => ({
  ...{ id: 1, name: 'Wind', isPlatform: false, rootGroup: { id: 10 }, assignedControllersCount: 0 },
  ...change,
})
