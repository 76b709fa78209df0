import { IconBuildings, IconMailCheck, IconSignature } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { companiesQuery } from '../../shared/companies/companies-query.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { PageHead, SettingsCard, SettingsRow } from '../../ui/settings-card.tsx'
import styles from './first-run.module.css'
import { firstRunQuery } from './first-run-query.ts'
import { OpenTasks } from './open-tasks.tsx'
import { PlatformName } from './platform-name.tsx'
import { TestMail } from './test-mail.tsx'

const CreateCompanyModal = lazy(async () => ({
  default: (await import('../../shared/companies/create-company-modal.tsx')).CreateCompanyModal,
}))

/** The first tasks of a platform's operator, also for later reference. */
export function FirstRunPage() {
  const t = useT()
  const { data, error, refetch } = useQuery(firstRunQuery)
  if (!data && error) return <FailedState isPage error={error} onRetry={() => void refetch()} />
  return (
    <div className={styles.page}>
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <PageHead title={t('titles.first_run')} text={t('first_run.lead')} />
      {!data && <Skeleton height={480} radius={16} />}
      {data && (
        <>
          <SettingsCard label={t('first_run.begin')}>
            <SettingsRow
              icon={<IconSignature size={18} stroke={1.6} />}
              title={t('company_settings.field.platformName')}
              text={t('first_run.name')}
            >
              <PlatformName />
            </SettingsRow>
            <SettingsRow
              icon={<IconBuildings size={18} stroke={1.6} />}
              title={t('first_run.company')}
              text={t('first_run.company_text')}
            >
              <Companies />
            </SettingsRow>
            <SettingsRow
              icon={<IconMailCheck size={18} stroke={1.6} />}
              title={t('first_run.mail')}
              text={t('first_run.mail_text', { address: data.senderAddress })}
            >
              <TestMail />
            </SettingsRow>
          </SettingsCard>
          <OpenTasks tasks={data.tasks} />
        </>
      )}
    </div>
  )
}

/** The first companies by name, and a way to add another one. */
function Companies() {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const { data: companies = [] } = useQuery(companiesQuery)
  const own = companies.filter(({ isPlatform }) => !isPlatform)
  return (
    <div className={styles.control}>
      {own.slice(0, 3).map(({ id, name }) => (
        <Link key={id} to={paths.globalCompanySettings(id)}>
          {name}
        </Link>
      ))}
      <Button variant={own.length === 0 ? 'primary' : 'secondary'} onClick={() => setOpen(true)}>
        {t('companies.create.submit')}
      </Button>
      {isOpen && (
        <Suspense>
          <CreateCompanyModal onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
