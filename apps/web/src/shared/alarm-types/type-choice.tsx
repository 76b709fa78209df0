import { type AlarmType, alarmTypes } from '@ohmstead/domain/alarms/alarm-type'
import { Checkbox } from '../../ui/checkbox.tsx'
import { useT } from '../i18n/use-t.ts'
import styles from './type-choice.module.css'

/** Of which alarms: all of them is also those of later versions. */
export function TypeChoice({
  types,
  onChange,
}: {
  types: readonly AlarmType[] | null
  onChange: (types: AlarmType[] | null) => void
}) {
  const t = useT()
  const chosen = new Set(types ?? alarmTypes)
  const toggle = (type: AlarmType, isOn: boolean) => {
    const next = alarmTypes.filter((one) => (one === type ? isOn : chosen.has(one)))
    onChange(next.length === alarmTypes.length ? null : next)
  }
  return (
    <fieldset className={styles.group}>
      <legend>{t('notices.types.title')}</legend>
      <div className={styles.types}>
        {alarmTypes.map((type) => (
          <Checkbox
            key={type}
            label={t(`alarms.type.${type}`)}
            checked={chosen.has(type)}
            onChange={(isOn) => toggle(type, isOn)}
          />
        ))}
      </div>
    </fieldset>
  )
}
