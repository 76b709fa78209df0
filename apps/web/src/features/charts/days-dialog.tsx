import { useLingui } from '@lingui/react'
import { DatePicker, MonthPicker, YearPicker } from '@mantine/dates'
import { useState } from 'react'
import type { ChartRange, DayRange, PeriodChoice } from '../../shared/charts/chart-period.ts'
import { useCalendarLabels } from '../../shared/day-field/use-calendar-labels.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { CalendarProvider } from '../../ui/calendar-provider.tsx'
import { Modal } from '../../ui/modal.tsx'
import styles from './charts.module.css'

interface Props {
  days: DayRange
  range: ChartRange
  today: string
  onChoose: (choice: PeriodChoice) => void
  onClose: () => void
}

/** A calendar: of days for a day or a week, of months, of years, or of two days for a custom range. */
export function DaysDialog({ days, range, today, onChoose, onClose }: Props) {
  const t = useT()
  const { i18n } = useLingui()
  const [custom, setCustom] = useState<[string | null, string | null]>([days.firstDay, days.lastDay])
  const [isCustom, setCustomShown] = useState(!['day', 'week', 'month', 'year', 'yesterday'].includes(range))
  const ariaLabels = useCalendarLabels()
  const common = { maxDate: today, defaultDate: days.firstDay, ariaLabels }
  return (
    <Modal
      title={t(isCustom ? 'charts.range.pick' : 'charts.range.pick_day')}
      closeLabel={t('common.action.close')}
      onClose={onClose}
    >
      <CalendarProvider locale={i18n.locale}>
        <div className={styles.calendar}>
          {isCustom ? (
            <DatePicker type="range" allowSingleDateInRange {...common} value={custom} onChange={setCustom} />
          ) : range === 'month' || range === 'thisMonth' || range === 'lastMonth' ? (
            <MonthPicker
              {...common}
              value={days.firstDay}
              onChange={(date) => date && onChoose({ range: 'month', date })}
            />
          ) : range === 'year' ? (
            <YearPicker
              {...common}
              value={days.firstDay}
              onChange={(date) => date && onChoose({ range: 'year', date })}
            />
          ) : (
            <DatePicker
              {...common}
              value={days.firstDay}
              onChange={(date) => date && onChoose({ range: range === 'week' ? 'week' : 'day', date })}
            />
          )}
        </div>
      </CalendarProvider>
      <div className={styles.dialogActions}>
        {isCustom ? (
          <Button
            variant="primary"
            disabled={custom[0] === null}
            onClick={() =>
              onChoose({
                range: 'custom',
                from: custom[0] ?? undefined,
                to: custom[1] ?? custom[0] ?? undefined,
              })
            }
          >
            {t('common.action.done')}
          </Button>
        ) : (
          <Button variant="quiet" onClick={() => setCustomShown(true)}>
            {t('charts.range.custom')}
          </Button>
        )}
      </div>
    </Modal>
  )
}
