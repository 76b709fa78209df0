import { useContext } from 'react'
import { UserContext } from './current-user.ts'

/** Whether the person reads times of day as 1 to 12 am and pm. */
export function useHour12(): boolean {
  return useContext(UserContext)?.settings.timeFormat === '12h'
}
