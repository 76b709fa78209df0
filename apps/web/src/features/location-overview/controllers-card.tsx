import type { LocationView } from '@ohmstead/contract/locations'
import { decide } from '@ohmstead/domain/access/permission'
import { Link } from '@tanstack/react-router'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import type { Live } from '../../shared/live/use-live.ts'
import { type LocationAddress, locationPaths } from '../../shared/paths.ts'
import { actorOf, useUser } from '../../shared/session/current-user.ts'
import styles from './location-overview.module.css'

interface Props {
  location: LocationView
  address: LocationAddress
  live: Live
  nowMs: number
}

/** The location's controllers and whether they are connected. */
export function ControllersCard({ location, address, live, nowMs }: Props) {
  const t = useT()
  const format = useFormat()
  const resource = { kind: 'location' as const, locationId: location.id, companyId: location.company.id }
  const mayEdit = decide(actorOf(useUser()), 'location.edit', resource) === 'allowed'
  return (
    <section className={styles.card} aria-labelledby="controllers-heading">
      <div className={styles.cardHead}>
        <h2 id="controllers-heading">{t('location_overview.controllers.heading')}</h2>
        <Link to={locationPaths.controllers(address)} className={styles.link}>
          {t(mayEdit ? 'location_overview.controllers.all' : 'location_overview.controllers.look')}
        </Link>
      </div>
      <ul className={styles.controllers}>
        {location.controllers.map((controller) => {
          const isOnline = live.controllers[controller.id] ?? controller.online
          return (
            <li key={controller.id}>
              <span className={styles.dot} data-online={isOnline || undefined} aria-hidden />
              <span className={styles.controllerName}>
                {controller.alias || t(`controllers.kind.${controller.kind}`)}
                <small>{controller.unitId}</small>
              </span>
              <span className={styles.controllerState}>
                {isOnline
                  ? t('location_overview.controllers.online')
                  : t('location_overview.controllers.offline')}
                {!isOnline && (
                  <small>
                    {controller.last_seen_at === null
                      ? t('location_overview.controllers.never')
                      : t('location_overview.controllers.seen', {
                          age: format.ago(nowMs - controller.last_seen_at),
                        })}
                  </small>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
