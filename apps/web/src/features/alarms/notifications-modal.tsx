import { type AlarmType, alarmTypes } from '@ohmstead/domain/alarms/alarm-type'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { TellMe } from '../../shared/tell-me/tell-me.tsx'
import { Modal } from '../../ui/modal.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AlarmList } from './alarm-list.tsx'
import { EndedAlarms } from './ended-alarms.tsx'
import { filterAlarms, listAlarms } from './filter-alarms.ts'
import { IncidentNotice } from './incident-notice.tsx'
import styles from './notifications-modal.module.css'
import type { Alarms } from './use-alarms.ts'

/** The list opened by the bell: the alarms of the location or group, searched and filtered, each leading to its subject. */
export function NotificationsModal({ alarms, onClose }: { alarms: Alarms; onClose: () => void }) {
  const t = useT()
  const { query, locations } = alarms
  const [search, setSearch] = useState('')
  const [type, setType] = useState<AlarmType | null>(null)
  const all = listAlarms(locations)
  const found = filterAlarms(all, search, type)
  const typeOptions = [
    { value: '', label: t('alarms.modal.all_types') },
    ...alarmTypes.map((name) => ({ value: name, label: t(`alarms.type.${name}`) })),
  ]
  return (
    <Modal
      title={t('alarms.modal.heading')}
      closeLabel={t('common.action.close')}
      size="wide"
      onClose={onClose}
    >
      <IncidentNotice />
      {query.error && <FailedStrip error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && !query.error ? (
        <div className={styles.list} aria-busy>
          <Skeleton height={64} radius={10} />
          <Skeleton height={64} radius={10} />
        </div>
      ) : (
        <>
          <div className={styles.filters}>
            <TextField
              isLabelHidden
              type="search"
              label={t('alarms.modal.search')}
              placeholder={t('alarms.modal.search')}
              value={search}
              onChange={setSearch}
            />
            <SelectField
              isLabelHidden
              label={t('alarms.modal.filter')}
              value={type ?? ''}
              options={typeOptions}
              onChange={(value) => setType((value || null) as AlarmType | null)}
            />
          </div>
          {all.length > 0 && (
            <p className={styles.count} role="status">
              {found.length > 0
                ? t('alarms.modal.count', { count: found.length })
                : t('alarms.modal.no_match')}
            </p>
          )}
          {all.length === 0 && (
            <div className={styles.empty}>
              <IconCircleCheck size={32} stroke={1.4} aria-hidden />
              <p>{t('alarms.modal.empty')}</p>
            </div>
          )}
          <AlarmList found={found} onFollow={onClose} />
          <TellMe onFollow={onClose} />
          <EndedAlarms search={search} type={type} onFollow={onClose} />
        </>
      )}
    </Modal>
  )
}
