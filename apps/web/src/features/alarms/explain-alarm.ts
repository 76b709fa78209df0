import { clockAlarmCode } from '@ohmstead/domain/alarms/alarm-type'
import type { MessageKey } from '../../shared/i18n/use-t.ts'
import type { ListedAlarm } from './filter-alarms.ts'

interface Explanation {
  cause: MessageKey
  advice: MessageKey
  /** What ended it, once it is over. */
  ended: MessageKey
  isAboutController: boolean
}

/** The code of an alarm that the cloud raises for a device whose values stop. */
const silentCode = 'no_values'

/** The meaning of an alarm, what to do about it and what ends it. */
export function explainAlarm({ type, alarm }: Pick<ListedAlarm, 'type' | 'alarm'>): Explanation {
  switch (type) {
    case 'ERROR_COMMUNICATION':
      return {
        cause: alarm.code === silentCode ? 'alarms.cause.device_silent' : 'alarms.cause.device_unreachable',
        advice: 'alarms.advice.device',
        ended: 'alarms.ended.device',
        isAboutController: false,
      }
    case 'CONTROLLER_ERROR_CONNECTION':
      return {
        cause: 'alarms.cause.controller_lost',
        advice: 'alarms.advice.controller_lost',
        ended: 'alarms.ended.controller',
        isAboutController: true,
      }
    case 'OFF_GRID':
      return {
        cause: 'alarms.cause.off_grid',
        advice: 'alarms.advice.off_grid',
        ended: 'alarms.ended.off_grid',
        isAboutController: false,
      }
    case 'BUDGET_EXCEEDED':
    case 'BUDGET_LIKELY':
      return {
        cause: type === 'BUDGET_EXCEEDED' ? 'alarms.cause.budget_exceeded' : 'alarms.cause.budget_likely',
        advice: 'alarms.advice.budget',
        ended: 'alarms.ended.budget',
        isAboutController: false,
      }
    case 'RULE':
      return {
        cause: 'alarms.cause.rule',
        advice: 'alarms.advice.rule',
        ended: 'alarms.ended.rule',
        isAboutController: false,
      }
    case 'ERROR':
      return isClockAlarm({ type, alarm })
        ? {
            cause: 'alarms.cause.clock',
            advice: 'controllers.clock.advice',
            ended: 'alarms.ended.clock',
            isAboutController: true,
          }
        : {
            cause: 'alarms.cause.device_error',
            advice: 'alarms.advice.device_error',
            ended: 'alarms.ended.error',
            isAboutController: false,
          }
  }
}

export function isClockAlarm({ type, alarm }: Pick<ListedAlarm, 'type' | 'alarm'>): boolean {
  return type === 'ERROR' && alarm.code === clockAlarmCode && alarm.device_id === null
}

/** Of the location's money; no device or controller has sent it. */
export const isBudgetAlarm = ({ type }: Pick<ListedAlarm, 'type'>) =>
  type === 'BUDGET_EXCEEDED' || type === 'BUDGET_LIKELY'

/** The device's own text, if any; the codes of the cloud's own alarms mean nothing to people. */
export function findOwnWords(listed: Pick<ListedAlarm, 'type' | 'alarm'>): string {
  const { code, text } = listed.alarm
  if (listed.type === 'RULE') return ''
  if (code === silentCode || isClockAlarm(listed) || isBudgetAlarm(listed)) return ''
  return [code, text].filter(Boolean).join(' · ')
}
