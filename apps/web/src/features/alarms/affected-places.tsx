import type { AlarmCaseView } from '@ohmstead/contract/alarms-case'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationPaths } from '../../shared/paths.ts'
import { useRouteIds } from '../../shared/route-ids.ts'
import { Panel } from '../../ui/panel.tsx'
import styles from './alarm-page.module.css'

/** Where the rule of a group holds now, for its one alarm of all locations. */
export function AffectedPlaces({ affected }: { affected: NonNullable<AlarmCaseView['affected']> }) {
  const t = useT()
  const format = useFormat()
  const { companyId } = useRouteIds()
  const { count, places } = affected
  const others = count - places.length
  return (
    <Panel heading={t('alarms.case.affected')}>
      <p>{t('alarms.rule.places', { count: format.number(count, 0) })}</p>
      {places.length > 0 && (
        <ul className={styles.affected}>
          {places.map(({ location_id: locationId, location_name: name }) => (
            <li key={locationId}>
              <Link to={locationPaths.overview({ companyId, locationId })}>{name}</Link>
            </li>
          ))}
        </ul>
      )}
      {others > 0 && <p>{t('alarms.case.affected_others', { count: format.number(others, 0) })}</p>}
    </Panel>
  )
}
