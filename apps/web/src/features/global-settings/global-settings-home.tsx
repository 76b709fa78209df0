import { includesRole } from '@ohmstead/domain/access/role'
import { IconBuilding } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { companiesQuery } from '../../shared/companies/companies-query.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { useUser } from '../../shared/session/current-user.ts'
import { EmptyState, FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { PageHead, SettingsCard, SettingsRow } from '../../ui/settings-card.tsx'

/** The companies that this person runs, each with a link to its settings. */
export function GlobalSettingsHome() {
  const t = useT()
  const mayCreate = includesRole(useUser().role, 'ROLE_SUPER_ADMIN')
  const { data: companies, error, refetch } = useQuery(companiesQuery)
  if (!companies && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHead title={t('titles.global_settings')} text={t('global_settings.home.lead')} />
      {!companies && <Skeleton height={240} radius={16} />}
      {companies?.length === 0 && (
        <EmptyState
          icon={<IconBuilding size={22} />}
          title={t('global_settings.home.empty')}
          text={t(mayCreate ? 'companies.empty.text' : 'companies.empty.none_assigned')}
        >
          {mayCreate && (
            <Link to={paths.overview} className={buttonClass({ variant: 'primary' })}>
              {t('companies.card.add')}
            </Link>
          )}
        </EmptyState>
      )}
      {companies && companies.length > 0 && (
        <SettingsCard>
          {companies.map((company) => (
            <SettingsRow
              key={company.id}
              title={company.name}
              icon={<IconBuilding size={20} stroke={1.6} aria-hidden />}
              text={t('companies.card.controllers', { count: company.assignedControllersCount })}
            >
              <span>
                <Link
                  to={paths.globalCompanySettings(company.id)}
                  aria-label={t('global_settings.home.open_of', { name: company.name })}
                >
                  {t('titles.company_settings')}
                </Link>
              </span>
            </SettingsRow>
          ))}
        </SettingsCard>
      )}
    </>
  )
}
