import type { CompanyDomainView } from '@ohmstead/contract/company-settings'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { failureText } from '../../shared/forms/failure-text.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import cardStyles from '../../ui/settings-card.module.css'
import { SettingsCard } from '../../ui/settings-card.tsx'
import styles from './company-settings.module.css'
import { domainQuery } from './company-settings-query.ts'
import { RecordLines } from './record-lines.tsx'

const recordKind = 'TXT'

/** What to enter at the name servers of the brand's domain, and whether it is proven. */
export function DomainProof({ companyId }: { companyId: number }) {
  const t = useT()
  const queryClient = useQueryClient()
  const { data, error } = useQuery(domainQuery(companyId))
  const check = useMutation({
    mutationFn: () => call('POST /companies/:companyId/domain/check', { params: { companyId } }),
    onSuccess: (answer) => queryClient.setQueryData(domainQuery(companyId).queryKey, answer),
  })
  const failure = check.error ?? error
  return (
    <SettingsCard label={t('company_settings.proof.heading')}>
      <div className={cardStyles.body}>
        <div>
          <h2>{t('company_settings.proof.heading')}</h2>
          {data && <Standing domain={data} isChecked={check.isSuccess} />}
        </div>
        {failure && (
          <p className={cardStyles.error} role="alert">
            {failureText(failure, t)}
          </p>
        )}
        {!data && !error && <Skeleton height={120} radius={12} />}
        {data?.record && (
          <>
            <div className={styles.records}>
              <div className={styles.record}>
                <h3>
                  {recordKind} <RecordState domain={data} isChecked={check.isSuccess} />
                </h3>
                <RecordLines kind={recordKind} {...data.record} />
              </div>
            </div>
            <div className={cardStyles.actions}>
              <Button size="small" isBusy={check.isPending} onClick={() => check.mutate()}>
                {t('company_settings.dns.check')}
              </Button>
            </div>
          </>
        )}
      </div>
    </SettingsCard>
  )
}

/** In one word, beside the record: the sentence above takes longer to read. */
function RecordState({ domain, isChecked }: { domain: CompanyDomainView; isChecked: boolean }) {
  const t = useT()
  const isProven = domain.state === 'proven' && domain.withdrawn_at === null
  const missing = isChecked && domain.found === null ? 'failed' : 'missing'
  const state = isProven ? 'ok' : missing
  return (
    <span className={styles.state} data-state={state}>
      {t(`company_settings.dns.state_${state}`)}
    </span>
  )
}

function Standing({ domain, isChecked }: { domain: CompanyDomainView; isChecked: boolean }) {
  const t = useT()
  const format = useFormat()
  const { state, found, withdrawn_at: withdrawnAt } = domain
  const name = domain.domain ?? ''
  return (
    <div role="status" className={`${cardStyles.soft} ${styles.standing}`}>
      <p>
        {withdrawnAt === null
          ? t(`company_settings.proof.state_${state}`, { domain: name })
          : t('company_settings.proof.lost', { domain: name, day: format.day(withdrawnAt) })}
      </p>
      {isChecked && found !== true && (
        <p>{t(found === null ? 'company_settings.proof.no_answer' : 'company_settings.proof.not_found')}</p>
      )}
    </div>
  )
}
