import type { GroupLocationView } from '@ohmstead/contract/location-groups'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRuleText } from '../../shared/alarm-rules/use-rule-text.ts'
import { unknownText } from '../../shared/i18n/format.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationPaths } from '../../shared/paths.ts'
import { useQuantity } from '../../shared/quantity/use-quantity.ts'
import { useRouteIds } from '../../shared/route-ids.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TableFrame } from '../../ui/table-frame.tsx'
import type { Marked } from './bulk/use-marked.ts'
import styles from './group-locations.module.css'

interface Props {
  locations: readonly GroupLocationView[]
  nowMs: number
  /** From the previous search, while the new one is loading. */
  isOld: boolean
  /** Where locations can be marked. */
  marked?: Marked | undefined
}

/** One row per location: its problem, its current flow, and when it was last seen. */
export function GroupLocationsTable({ locations, nowMs, isOld, marked }: Props) {
  const t = useT()
  const format = useFormat()
  const { text } = useQuantity()
  const watts = (value: number | null) => (value === null ? unknownText : text(value, 'W'))
  const { companyId } = useRouteIds()
  const stateText = ({ state, alarms }: GroupLocationView) =>
    state === 'alarm'
      ? t('location_groups.locations.alarms', { count: alarms.open })
      : t(`location_groups.locations.state.${state}`)
  const ruleText = useRuleText()
  const reason = ({ type, device_name, since, rule }: NonNullable<GroupLocationView['worst_alarm']>) =>
    [
      rule ? ruleText.name(rule, namedBy(rule, device_name)) : t(`alarms.type.${type}`),
      device_name,
      format.ago(Math.max(0, nowMs - since)),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <TableFrame frameClass={styles.scroll!} tableClass={styles.table} aria-busy={isOld}>
      <thead>
        <tr>
          <th scope="col">
            <Named marked={marked} ids={locations.map(({ id }) => id)} label={t('bulk_changes.select.page')}>
              {t('location_groups.locations.column.location')}
            </Named>
          </th>
          <th scope="col">{t('location_groups.locations.column.state')}</th>
          <th scope="col">{t('location_overview.flow.home')}</th>
          <th scope="col">{t('location_overview.flow.sun')}</th>
          <th scope="col">{t('location_overview.flow.grid')}</th>
          <th scope="col">{t('location_groups.locations.column.seen')}</th>
        </tr>
      </thead>
      <tbody>
        {locations.map((location) => {
          const { id, name, group, state, power, last_seen_at, worst_alarm } = location
          const address = { companyId, locationGroupId: group.id, locationId: id }
          return (
            <tr key={id}>
              <th scope="row">
                <Named marked={marked} ids={[id]} label={t('bulk_changes.select.one', { name })}>
                  <Link to={locationPaths.overview(address)} className={styles.link}>
                    {name}
                  </Link>
                  <small>{group.name}</small>
                </Named>
              </th>
              <td>
                <span className={styles.dot} data-state={state} aria-hidden />
                {stateText(location)}
                {worst_alarm && (
                  <small>
                    <Link to={locationPaths.alarm(address, worst_alarm.id)}>{reason(worst_alarm)}</Link>
                  </small>
                )}
              </td>
              <td data-label={t('location_overview.flow.home')}>{watts(power.home)}</td>
              <td data-label={t('location_overview.flow.sun')}>{watts(power.production)}</td>
              <td data-label={t('location_overview.flow.grid')}>{watts(power.grid)}</td>
              <td data-label={t('location_groups.locations.column.seen')}>
                {last_seen_at === null ? unknownText : format.ago(nowMs - last_seen_at)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </TableFrame>
  )
}

/** The device of a rule that is about one. */
const namedBy = (
  { settings: { deviceKey: key } }: { settings: { deviceKey: string | null } },
  name: string | null,
) => (key === null ? [] : [{ key, name: name ?? key }])

/** With a box that marks the row, or all rows, where locations can be marked. */
function Named({
  marked,
  ids,
  label,
  children,
}: {
  marked: Marked | undefined
  ids: readonly number[]
  label: string
  children: ReactNode
}) {
  if (!marked) return children
  return (
    <div className={styles.named}>
      <div className={styles.mark}>
        <Checkbox
          label={<span className="visually-hidden">{label}</span>}
          checked={ids.every((id) => marked.ids.has(id))}
          onChange={(checked) => marked.set(ids, checked)}
        />
      </div>
      <div>{children}</div>
    </div>
  )
}
