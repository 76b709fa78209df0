import type { CompanySummary } from '@ohmstead/contract/companies'
import { IconBuilding, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../lib/load-part.ts'
import { alarmCountsQuery } from '../../shared/alarm-counts-query.ts'
import { companiesQuery } from '../../shared/companies/companies-query.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { selectCompany, wasCompanyOpened } from '../../shared/selected-company.ts'
import { useUser } from '../../shared/session/current-user.ts'
import { EmptyState, FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { PartBoundary } from '../../shared/states/part-boundary.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './company-picker-page.module.css'

const CreateCompanyModal = lazyPart(
  async () => (await import('../../shared/companies/create-company-modal.tsx')).CreateCompanyModal,
)

/** One card per company; people with only one are redirected to it, unless they come back here. */
export function CompanyPickerPage() {
  const t = useT()
  const user = useUser()
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const [isCreating, setCreating] = useState(false)
  const { data: companies, error, refetch } = useQuery(companiesQuery)
  // The tree asks for the same; a failure leaves the cards as they are.
  const { data: alarms = [] } = useQuery({ ...alarmCountsQuery(null), enabled: (companies?.length ?? 0) > 1 })
  const mayCreate = user.role === 'ROLE_SUPER_ADMIN'
  const [cameBack] = useState(wasCompanyOpened)
  const only = companies?.length === 1 && !cameBack ? companies[0] : null

  useEffect(() => {
    if (!only) return
    selectCompany(only.id)
    void navigate({ to: paths.group(only.id, only.rootGroup.id), replace: true })
  }, [only, navigate])

  if (!companies && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  if (!companies || only) return <CompanyPickerSkeleton />
  const needle = search.trim().toLowerCase()
  const found = companies.filter(({ name }) => name.toLowerCase().includes(needle))
  return (
    <>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <div className={styles.head}>
        <h1>{t('companies.heading')}</h1>
        {companies.length > 0 && (
          <div className={styles.search}>
            <TextField
              isLabelHidden
              label={t('companies.search.label')}
              placeholder={t('companies.search.label')}
              type="search"
              value={search}
              onChange={setSearch}
            />
          </div>
        )}
      </div>
      {companies.length === 0 ? (
        <EmptyState
          icon={<IconBuilding size={22} />}
          title={t('companies.empty.title')}
          text={t(mayCreate ? 'companies.empty.text' : 'companies.empty.none_assigned')}
        >
          {mayCreate && (
            <Button variant="primary" onClick={() => setCreating(true)}>
              {t('companies.card.add')}
            </Button>
          )}
        </EmptyState>
      ) : (
        <ul className={styles.grid}>
          {found.map((company) => (
            <li key={company.id}>
              <CompanyCard
                company={company}
                alarms={alarms.reduce(
                  (sum, { company_id, open }) => (company_id === company.id ? sum + open : sum),
                  0,
                )}
              />
            </li>
          ))}
          {mayCreate && (
            <li>
              <button
                type="button"
                className={`${styles.card} ${styles.add}`}
                onClick={() => setCreating(true)}
              >
                <span className={styles.badge}>
                  <IconPlus size={20} aria-hidden />
                </span>
                {t('companies.card.add')}
              </button>
            </li>
          )}
        </ul>
      )}
      {companies.length > 0 && found.length === 0 && (
        <p role="status">{t('companies.empty.no_match', { text: search })}</p>
      )}
      {isCreating && (
        <PartBoundary>
          <Suspense>
            <CreateCompanyModal onClose={() => setCreating(false)} />
          </Suspense>
        </PartBoundary>
      )}
    </>
  )
}

function CompanyCard({ company, alarms }: { company: CompanySummary; alarms: number }) {
  const t = useT()
  return (
    <Link
      to={paths.group(company.id, company.rootGroup.id)}
      className={styles.card}
      onClick={() => selectCompany(company.id)}
    >
      <span className={styles.badge} aria-hidden>
        {company.name.slice(0, 1).toUpperCase()}
      </span>
      <span className={styles.text}>
        <span className={styles.name}>{company.name}</span>
        <br />
        <span className={styles.detail}>
          {t('companies.card.controllers', { count: company.assignedControllersCount })}
          {alarms > 0 && (
            <>
              {' · '}
              <span className={styles.alarms}>{t('companies.card.alarms', { count: alarms })}</span>
            </>
          )}
        </span>
      </span>
    </Link>
  )
}

function CompanyPickerSkeleton() {
  return (
    <div aria-busy>
      <div className={styles.head}>
        <Skeleton width={160} height={26} />
        <Skeleton width={320} height={40} />
      </div>
      <div className={styles.grid}>
        {[1, 2, 3].map((key) => (
          <Skeleton key={key} height={88} radius={16} />
        ))}
      </div>
    </div>
  )
}
