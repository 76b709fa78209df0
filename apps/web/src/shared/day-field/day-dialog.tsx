import { useLingui } from '@lingui/react'
import { DatePicker } from '@mantine/dates'
import { CalendarProvider } from '../../ui/calendar-provider.tsx'
import { Modal } from '../../ui/modal.tsx'
import { useT } from '../i18n/use-t.ts'
import styles from './day-dialog.module.css'
import { useCalendarLabels } from './use-calendar-labels.ts'

interface DayDialogProps {
  title: string
  /** 'YYYY-MM-DD', or nothing. */
  day: string
  today: string
  mayBeLater?: boolean
  onChoose: (day: string) => void
  onClose: () => void
}

/** A calendar, without future days unless they are asked for. */
export function DayDialog({ title, day, today, mayBeLater = false, onChoose, onClose }: DayDialogProps) {
  const t = useT()
  const { i18n } = useLingui()
  const ariaLabels = useCalendarLabels()
  return (
    <Modal title={title} closeLabel={t('common.action.close')} onClose={onClose}>
      <CalendarProvider locale={i18n.locale}>
        <div className={styles.calendar}>
          <DatePicker
            value={day || null}
            defaultDate={day || today}
            maxDate={mayBeLater ? undefined : today}
            ariaLabels={ariaLabels}
            onChange={(chosen) => onChoose(chosen ?? day)}
          />
        </div>
      </CalendarProvider>
    </Modal>
  )
}
