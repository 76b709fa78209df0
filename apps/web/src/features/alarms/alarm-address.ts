import { dayAt } from '@ohmstead/domain/time/days'
import { type LocationAddress, locationPaths } from '../../shared/paths.ts'
import { explainAlarm, isBudgetAlarm } from './explain-alarm.ts'
import type { ListedAlarm } from './filter-alarms.ts'

interface AlarmAddress {
  to: string
  search?: { date: string; at: number }
}

/**
 * Where an alarm leads: a budget to the location's costs, a lost controller or a wrong clock to the page of the controller, everything else to the charts of the day
 * it began, of its device if that has a page. `place` is the location in the route set of the current page.
 */
export function alarmAddress(listed: ListedAlarm, place: LocationAddress): AlarmAddress {
  const { alarm, timeZone } = listed
  if (isBudgetAlarm(listed)) return { to: locationPaths.money(place) }
  if (explainAlarm(listed).isAboutController)
    return {
      to:
        alarm.controller_id === null
          ? locationPaths.controllers(place)
          : locationPaths.controller(place, alarm.controller_id),
    }
  const at = alarm.first_recurrence_at
  const search = { date: dayAt(at, timeZone), at }
  const { device_id, device_group_id } = alarm
  if (device_id === null || device_group_id === null) return { to: locationPaths.charts(place), search }
  return { to: locationPaths.device(place, device_group_id, device_id), search }
}
