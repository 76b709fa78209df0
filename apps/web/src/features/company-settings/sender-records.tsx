import type { SenderRecordView } from '@ohmstead/contract/company-settings'
import { useQuery } from '@tanstack/react-query'
import { failureText } from '../../shared/forms/failure-text.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import cardStyles from '../../ui/settings-card.module.css'
import { SettingsCard } from '../../ui/settings-card.tsx'
import styles from './company-settings.module.css'
import { senderQuery } from './company-settings-query.ts'
import { RecordLines } from './record-lines.tsx'

/** What to enter at the name servers of the sender's domain, and what was found there. */
export function SenderRecords({ companyId }: { companyId: number }) {
  const t = useT()
  const { data, error, refetch, isFetching } = useQuery(senderQuery(companyId))
  return (
    <SettingsCard label={t('company_settings.dns.heading')}>
      <div className={cardStyles.body}>
        <div>
          <h2>{t('company_settings.dns.heading')}</h2>
          {data && (
            <p className={cardStyles.soft} role="status">
              {t(data.active ? 'company_settings.dns.active' : 'company_settings.dns.inactive')}
            </p>
          )}
        </div>
        {error && (
          <p className={cardStyles.error} role="alert">
            {failureText(error, t)}
          </p>
        )}
        {!data && !error && <Skeleton height={160} radius={12} />}
        {data && (
          <ul className={styles.records}>
            {data.records.map((record) => (
              <SenderRecord key={record.kind} record={record} />
            ))}
          </ul>
        )}
        <div className={cardStyles.actions}>
          <Button size="small" isBusy={isFetching} onClick={() => void refetch()}>
            {t('company_settings.dns.check')}
          </Button>
        </div>
      </div>
    </SettingsCard>
  )
}

function SenderRecord({ record }: { record: SenderRecordView }) {
  const t = useT()
  const { kind, name, value, state, found, required } = record
  return (
    <li className={styles.record}>
      <h3>
        {kind}{' '}
        <span className={styles.state} data-state={state}>
          {t(`company_settings.dns.state_${state}`)}
        </span>{' '}
        {!required && <span className={cardStyles.soft}>{t('companies.create.optional')}</span>}
      </h3>
      <RecordLines kind={kind} name={name} value={value} />
      {state === 'wrong' && found.length > 0 && (
        <p className={cardStyles.soft}>{t('company_settings.dns.found', { text: found.join(' · ') })}</p>
      )}
    </li>
  )
}
