import type { NoticeSettings } from '@ohmstead/contract/notices'
import { useT } from '../../shared/i18n/use-t.ts'
import { ownTimeZone } from '../../shared/own-time-zone.ts'
import { SettingsRow } from '../../ui/settings-card.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './notices.module.css'

const night = { from: 22 * 60, until: 7 * 60 }

/** Hours in which nothing is sent, in the zone of this browser. */
export function QuietHours({
  quiet,
  onChange,
}: {
  quiet: NoticeSettings['quiet']
  onChange: (quiet: NoticeSettings['quiet']) => void
}) {
  const t = useT()
  return (
    <>
      <SettingsRow title={t('notices.quiet.title')} text={t('notices.quiet.text')}>
        <span>
          <Switch
            isLabelHidden
            label={t('notices.quiet.title')}
            checked={quiet !== null}
            onChange={(isOn) => onChange(isOn ? night : null)}
          />
        </span>
      </SettingsRow>
      {quiet && (
        <div className={styles.hours}>
          {(['from', 'until'] as const).map((end) => (
            <TextField
              key={end}
              type="time"
              label={t(`notices.quiet.${end}`)}
              value={toClock(quiet[end])}
              onChange={(value) => {
                const minute = toMinute(value)
                if (minute !== null) onChange({ ...quiet, [end]: minute })
              }}
            />
          ))}
          <p className={styles.soft}>
            {t('notices.quiet.zone', { zone: ownTimeZone().replaceAll('_', ' ') })}
          </p>
        </div>
      )}
    </>
  )
}

const toClock = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** Null while it is being typed. */
function toMinute(clock: string): number | null {
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(clock) ?? []
  return hour === undefined || minute === undefined ? null : Number(hour) * 60 + Number(minute)
}
