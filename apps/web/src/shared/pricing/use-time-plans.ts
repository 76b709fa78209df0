import { useQuery } from '@tanstack/react-query'
import { hasRole, useUser } from '../session/current-user.ts'
import { timePlansQuery } from './time-plans-query.ts'

/** The time-of-use plans, for those who make price lists; the server refuses everybody else. */
export function useTimePlans() {
  return useQuery({ ...timePlansQuery, enabled: hasRole(useUser(), 'ROLE_USER_BASIC') })
}
