import { timeZonesOf } from '@ohmstead/domain/places/time-zones'
import type { TimePlanBlockType } from '@ohmstead/domain/pricing/time-plan'
import { previewYear } from '@ohmstead/pricing/time-plan/preview-year'
import { compileTimePlan } from '@ohmstead/pricing/time-plan/slot-at'
import { slotsOfWeek, type WeekCells } from '@ohmstead/pricing/time-plan/week-cells'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import { publicHolidaysQuery, type TimePlanView } from '../../shared/pricing/time-plans-query.ts'
import { FailedStrip } from '../../shared/states/page-states.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './time-of-use.module.css'
import { YearPicture } from './year-picture.tsx'

const homeZone = 'Europe/Ljubljana'

/** Which block holds at every hour of a year, with what is painted and not saved yet. */
export function YearPanel({
  plan,
  type,
  cells,
}: {
  plan: TimePlanView
  type: TimePlanBlockType
  cells: WeekCells
}) {
  const t = useT()
  const [year, setYear] = useState(() => Temporal.Now.plainDateISO().year)
  const { data: holidays, error, refetch } = useQuery(publicHolidaysQuery(plan.countryCode, year))
  const shown = useDeferredValue(cells)
  const zone = timeZonesOf(plan.countryCode ?? '')[0] ?? homeZone
  const days = useMemo(() => {
    const slots = slotsOfWeek(shown).map((slot, place) => ({ ...slot, id: place }))
    return previewYear(compileTimePlan({ ...plan, slots }, holidays ?? []), type, year, zone)
  }, [plan, shown, holidays, type, year, zone])
  const blocks = plan.blocks.filter((block) => block.type === type)
  return (
    <Panel
      heading={t('time_of_use.year.heading', { year: String(year) })}
      lead={t('time_of_use.year.lead', { zone })}
      tools={
        <div className={styles.actions}>
          <IconButton label={t('time_of_use.year.before')} onClick={() => setYear(Math.max(1991, year - 1))}>
            <IconChevronLeft size={18} stroke={1.6} aria-hidden />
          </IconButton>
          <IconButton label={t('time_of_use.year.after')} onClick={() => setYear(Math.min(2099, year + 1))}>
            <IconChevronRight size={18} stroke={1.6} aria-hidden />
          </IconButton>
        </div>
      }
    >
      {error && <FailedStrip error={error} onRetry={() => void refetch()} />}
      <YearPicture year={year} days={days} blocks={blocks} />
      <ul className={styles.legend}>
        {blocks.map(({ id, title, color }) => (
          <li key={id}>
            <span className={styles.swatch} style={{ background: color }} aria-hidden />
            {title}
          </li>
        ))}
        <li>
          <span className={`${styles.swatch} ${styles.nothing}`} aria-hidden />
          {t('time_of_use.week.nothing')}
        </li>
        <li>
          <span className={styles.dot} aria-hidden />
          {t('time_of_use.row.holiday')}
        </li>
        <li>
          <span className={styles.change} aria-hidden />
          {t('time_of_use.year.clock_change')}
        </li>
      </ul>
    </Panel>
  )
}
