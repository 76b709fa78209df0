import type { CompanyDeletionView } from '@ohmstead/contract/companies'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { paths } from '../../shared/paths.ts'
import { FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import cardStyles from '../../ui/settings-card.module.css'
import { SettingsCard, SettingsRow } from '../../ui/settings-card.tsx'
import { companyDeletionQuery } from './company-deletion-query.ts'
import styles from './remove-company.module.css'
import { RemoveCompanyModal } from './remove-company-modal.tsx'

/** Deletes a company, once nothing is in the way; for super admins. */
export function RemoveCompany({ companyId, name }: { companyId: number; name: string }) {
  const t = useT()
  const [isAsking, setAsking] = useState(false)
  const { data: deletion, error, refetch } = useQuery(companyDeletionQuery(companyId))
  if (!deletion && error) return <FailedStrip error={error} onRetry={() => void refetch()} />
  if (!deletion) return <Skeleton height={96} radius={16} />
  const isFree = Object.values(deletion.in_the_way).every((count) => count === 0)
  return (
    <SettingsCard label={t('company_settings.delete.heading')}>
      <SettingsRow title={t('company_settings.delete.heading')} text={t('company_settings.delete.text')}>
        <Button variant="danger" disabled={!isFree} onClick={() => setAsking(true)}>
          {t('company_settings.delete.action')}
        </Button>
      </SettingsRow>
      {!isFree && <InTheWay companyId={companyId} deletion={deletion} />}
      {isAsking && (
        <RemoveCompanyModal
          companyId={companyId}
          name={name}
          deletion={deletion}
          onClose={() => setAsking(false)}
        />
      )}
    </SettingsCard>
  )
}

/** Each with the page where it can be moved or deleted. */
function InTheWay({ companyId, deletion }: { companyId: number; deletion: CompanyDeletionView }) {
  const t = useT()
  const format = useFormat()
  const { in_the_way: inTheWay, first_locations: first, kept_until: keptUntil } = deletion
  const rows = [
    ['locations', t('titles.locations'), paths.globalCompanyLocations(companyId)],
    ['deleted_locations', t('locations.deleted.heading'), paths.globalCompanyGroups(companyId)],
    ['stock', t('titles.controller_stock'), paths.globalControllerStock(companyId)],
    ['settled_sharing', t('company_settings.delete.settled'), paths.sharing],
  ] as const
  const canBeCleared = rows.some(([key]) => key !== 'settled_sharing' && inTheWay[key] > 0)
  return (
    <div className={cardStyles.body}>
      {canBeCleared && <p>{t('company_settings.delete.first')}</p>}
      <dl className={styles.counts}>
        {rows.map(
          ([key, label, to]) =>
            inTheWay[key] > 0 && (
              <div key={key}>
                <dt>
                  <Link to={to}>{label}</Link>
                  {key === 'locations' && (
                    <span className={styles.names}>
                      {first.map(({ id, name, location_group_id }) => (
                        <Link key={id} to={paths.globalLocation(companyId, location_group_id, id)}>
                          {name}
                        </Link>
                      ))}
                      {inTheWay.locations > first.length && '…'}
                    </span>
                  )}
                  {key === 'deleted_locations' && keptUntil !== null && (
                    <span className={styles.names}>
                      {t('company_settings.delete.kept_until', { day: format.day(keptUntil) })}
                    </span>
                  )}
                  {key === 'settled_sharing' && (
                    <span className={styles.names}>{t('company_settings.delete.settled_note')}</span>
                  )}
                </dt>
                <dd>{format.number(inTheWay[key])}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  )
}
