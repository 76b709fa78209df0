import { type AlarmType, alarmTypes } from '@ohmstead/domain/alarms/alarm-type'
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleCheck,
  IconPlugConnectedX,
  IconWifiOff,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import { useClockText } from '../../shared/clock-text.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { errorText, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { PylonIcon } from '../../ui/pylon-icon.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import type { Alarms } from './alarm-data.ts'
import { filterAlarms, type ListedAlarm, listAlarms } from './filter-alarms.ts'
import styles from './notifications-modal.module.css'

const icons = {
  ERROR_COMMUNICATION: IconPlugConnectedX,
  CONTROLLER_ERROR_CONNECTION: IconWifiOff,
  ERROR: IconAlertTriangle,
  OFF_GRID: PylonIcon,
} as const satisfies Record<AlarmType, unknown>

/** What the bell opens: the alarms of the location or group, searched and filtered. */
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
          <ul className={styles.list}>
            {found.map((listed) => (
              <AlarmCard key={listed.alarm.id} listed={listed} />
            ))}
          </ul>
        </>
      )}
    </Modal>
  )
}

function AlarmCard({ listed }: { listed: ListedAlarm }) {
  const t = useT()
  const clockText = useClockText()
  const { alarm, type, locationName, mayAcknowledge } = listed
  const Icon = icons[type]
  const card = useRef<HTMLLIElement>(null)
  const nameId = useId()
  // What a device calls its error; the codes of other alarms are the program's own.
  const isOwn = type === 'ERROR' && alarm.clock_offset_ms === null
  const ownWords = isOwn ? [alarm.code, alarm.text].filter(Boolean).join(' · ') : ''
  return (
    <li className={styles.card} data-status={alarm.status} ref={card} tabIndex={-1}>
      <Icon size={22} stroke={1.6} aria-hidden />
      <span className={styles.device} id={nameId}>
        {alarm.device_name ?? alarm.controller_unit_id ?? t('navigation.type.location')}
      </span>
      <time className={styles.time}>{alarm.event_first_recurrence_date_time}</time>
      <span className={styles.detail}>
        {alarm.clock_offset_ms === null ? t(`alarms.type.${type}`) : clockText(alarm.clock_offset_ms)} ·{' '}
        {locationName}
        {alarm.status === 'ACKNOWLEDGED' && ` · ${t('alarms.status.ACKNOWLEDGED')}`}
      </span>
      {ownWords && <span className={styles.own}>{ownWords}</span>}
      {mayAcknowledge && alarm.status === 'ACTIVE' && (
        <AcknowledgeButton listed={listed} describedBy={nameId} onDone={() => card.current?.focus()} />
      )}
    </li>
  )
}

/** Its button goes once the alarm is seen, so that the focus has to go somewhere. */
function AcknowledgeButton({
  listed,
  describedBy,
  onDone,
}: {
  listed: ListedAlarm
  describedBy: string
  onDone: () => void
}) {
  const t = useT()
  const queryClient = useQueryClient()
  const acknowledge = useMutation({
    mutationFn: () =>
      call('POST /locations/:locationId/alarms/:alarmId/acknowledge', {
        params: { locationId: listed.locationId, alarmId: listed.alarm.id },
      }),
    onSuccess: onDone,
    onError: (error) => showToast(errorText(error, t), { tone: 'danger' }),
    // Also where it failed: another may have seen it, or its cause may be gone.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['alarms'] }),
  })
  return (
    <span className={styles.action}>
      <Button
        size="small"
        aria-describedby={describedBy}
        isBusy={acknowledge.isPending}
        onClick={() => acknowledge.mutate()}
      >
        <IconCheck size={14} aria-hidden />
        {t('alarms.modal.acknowledge')}
      </Button>
    </span>
  )
}
