import { dayAfter } from '@ohmstead/domain/time/days'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DayField } from '../../shared/day-field/day-field.tsx'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useFormatDay } from '../../shared/i18n/use-format-day.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { useToday } from '../../shared/pricing/use-today.ts'
import { useQuantity } from '../../shared/quantity/use-quantity.ts'
import { FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { useEuro } from '../../shared/use-euro.ts'
import { IconButton } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import styles from './energy-sharing.module.css'
import type { GroupPartProps } from './group-part.ts'
import { QuarterChart } from './quarter-chart.tsx'
import { listQuarters, sumOf } from './quarter-figures.ts'
import { QuarterTable } from './quarter-table.tsx'
import { intervalsQuery } from './sharing-query.ts'

/** Sharing follows the clock of the country. */
const timeZone = 'Europe/Ljubljana'

/** A day by the quarter-hour: what each got, and what it was worth. */
export function DayPart({ group }: GroupPartProps) {
  const t = useT()
  const format = useFormat()
  const euro = useEuro()
  const formatDay = useFormatDay()
  const { text: quantity } = useQuantity()
  const today = useToday()
  const members = group.members.filter(({ state }) => state === 'active' || state === 'left')
  const [day, setDay] = useState(() => lastDayWithReadings(group, today))
  const [memberId, setMemberId] = useState<number | null>(null)
  const { data, error, refetch } = useQuery({
    ...intervalsQuery(group.id, startOf(day || today), startOf(dayAfter(day || today))),
    enabled: day !== '',
  })
  const quarters = data ? listQuarters(data, memberId, group.isOrganiser) : []
  const worth = sumOf(quarters, 'worth')
  const unsettled = quarters.filter(({ isSettled }) => !isSettled).length
  return (
    <div className={styles.part}>
      <div className={styles.bar}>
        <div className={styles.dayBar}>
          <IconButton label={t('energy_sharing.day.before')} onClick={() => setDay(dayAfter(day, -1))}>
            <IconChevronLeft size={18} aria-hidden />
          </IconButton>
          <DayField
            name="day"
            label={t('portal.quality.day')}
            pickLabel={t('price_lists.field.pick_day')}
            day={day}
            today={today}
            required
            onChange={setDay}
          />
          <IconButton
            label={t('energy_sharing.day.after')}
            disabled={day >= today}
            onClick={() => setDay(dayAfter(day))}
          >
            <IconChevronRight size={18} aria-hidden />
          </IconButton>
        </div>
        {members.length > 1 && (
          <SelectField
            label={t('energy_sharing.state.member')}
            value={memberId === null ? '' : String(memberId)}
            options={[
              { value: '', label: t('energy_sharing.day.all') },
              ...members.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={(id) => setMemberId(id === '' ? null : Number(id))}
          />
        )}
      </div>
      {error && !data && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={360} radius={16} />}
      {data && (
        <>
          <div className={styles.headline} role="status">
            <h2>
              {t(worth === null ? 'energy_sharing.day.energy' : 'energy_sharing.day.headline', {
                day: formatDay(day),
                given: quantity(sumOf(quarters, 'givenWh'), 'Wh'),
                received: quantity(sumOf(quarters, 'receivedWh'), 'Wh'),
                worth: euro(worth),
              })}
            </h2>
            <p>
              {t('energy_sharing.day.basis')}
              {unsettled > 0 &&
                ` ${t('energy_sharing.quality.unsettled', { count: format.number(unsettled) })}.`}
            </p>
          </div>
          <QuarterChart quarters={quarters} timeZone={timeZone} />
          <QuarterTable quarters={quarters} timeZone={timeZone} />
        </>
      )}
    </div>
  )
}

const startOf = (day: string) => Temporal.PlainDate.from(day).toZonedDateTime(timeZone).toInstant().toString()

/** Yesterday, unless the readings end before. */
function lastDayWithReadings({ members }: GroupPartProps['group'], today: string): string {
  const yesterday = dayAfter(today, -1)
  const last = members
    .map(({ readingsTo }) => readingsTo)
    .filter((day) => day !== null)
    .sort()
    .at(-1)
  return last !== undefined && last < yesterday ? last : yesterday
}
