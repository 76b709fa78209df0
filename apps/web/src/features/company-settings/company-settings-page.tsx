import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../lib/api-error.ts'
import { companiesQuery } from '../../shared/companies/companies-query.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useRouteIds } from '../../shared/route-ids.ts'
import { hasRole, useUser } from '../../shared/session/current-user.ts'
import { NotFoundState } from '../../shared/states/not-found-page.tsx'
import { FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { PageHead } from '../../ui/settings-card.tsx'
import styles from './company-settings.module.css'
import { CompanySettingsForm } from './company-settings-form.tsx'
import { companySettingsQuery } from './company-settings-query.ts'
import { DomainProof } from './domain-proof.tsx'
import { RemoveCompany } from './remove-company.tsx'
import { SenderRecords } from './sender-records.tsx'

/** How a company presents itself: name, brand, contacts, and the sender of its mails. */
export function CompanySettingsPage() {
  const t = useT()
  const companyId = useRouteIds().companyId ?? 0
  const { data: settings, error, refetch } = useQuery(companySettingsQuery(companyId))
  const { data: companies } = useQuery(companiesQuery)
  const mayRemove =
    hasRole(useUser(), 'ROLE_SUPER_ADMIN') &&
    companies?.some(({ id, isPlatform }) => id === companyId && !isPlatform)
  if (error instanceof ApiError && error.code === 'not_found') return <NotFoundState />
  if (!settings && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  return (
    <div className={styles.page}>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <PageHead title={t('titles.company_settings')} text={settings?.name} />
      {!settings ? (
        <Skeleton height={480} radius={16} />
      ) : (
        <>
          <CompanySettingsForm key={companyId} companyId={companyId} settings={settings} />
          {settings.domain && <DomainProof key={settings.domain} companyId={companyId} />}
          {settings.senderEmail && <SenderRecords companyId={companyId} />}
          {mayRemove && <RemoveCompany key={companyId} companyId={companyId} name={settings.name} />}
        </>
      )}
    </div>
  )
}
