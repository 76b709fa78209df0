import { TypeChoice } from '../../shared/alarm-types/type-choice.tsx'
import { useT } from '../../shared/i18n/use-t.ts'
import { useUser } from '../../shared/session/current-user.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { useNoticeSettings } from '../../shared/use-notice-settings.ts'
import cardStyles from '../../ui/settings-card.module.css'
import { PageHead, SettingsCard, SettingsRow } from '../../ui/settings-card.tsx'
import { Switch } from '../../ui/switch.tsx'
import { NoticePlaces } from './notice-places.tsx'
import { PushDevices } from './push-devices.tsx'
import { QuietHours } from './quiet-hours.tsx'
import { SendTest } from './send-test.tsx'
import { SentNotices } from './sent-notices.tsx'

/** What one is told of alarms, how, and what was sent. Every change takes effect at once. */
export function NotificationsPage() {
  const t = useT()
  const { email } = useUser()
  const { query, change } = useNoticeSettings()
  const { data, error, refetch } = query
  const settings = data?.settings
  return (
    <>
      <PageHead title={t('titles.notifications')} text={t('notices.lead')} />
      {error && !data && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={320} radius={16} />}
      {data && settings && (
        <>
          <SettingsCard>
            <SettingsRow
              title={t('notices.mail.title')}
              text={
                <>
                  {t(data.is_sending ? 'notices.mail.text' : 'notices.mail.not_sending', { email })}
                  {data.is_sending && settings.mail && <SendTest deviceId={null} />}
                </>
              }
            >
              <span>
                <Switch
                  isLabelHidden
                  label={t('notices.mail.title')}
                  checked={settings.mail}
                  onChange={(mail) => change({ mail })}
                />
              </span>
            </SettingsRow>
            <PushDevices devices={data.devices} publicKey={data.push_key} />
            <SettingsRow title={t('notices.recovery.title')} text={t('notices.recovery.text')}>
              <span>
                <Switch
                  isLabelHidden
                  label={t('notices.recovery.title')}
                  checked={settings.recovery}
                  onChange={(recovery) => change({ recovery })}
                />
              </span>
            </SettingsRow>
          </SettingsCard>
          <SettingsCard>
            <div className={cardStyles.body}>
              <TypeChoice types={settings.types} onChange={(types) => change({ types })} />
            </div>
          </SettingsCard>
          <SettingsCard>
            <NoticePlaces places={settings.places} onChange={(places) => change({ places })} />
          </SettingsCard>
          <SettingsCard>
            <QuietHours quiet={settings.quiet} onChange={(quiet) => change({ quiet })} />
          </SettingsCard>
          <SentNotices />
        </>
      )}
    </>
  )
}
