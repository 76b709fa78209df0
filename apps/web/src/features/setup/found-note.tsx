import type { FoundController } from '@ohmstead/contract/setup'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { failureText } from '../../shared/forms/failure-text.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { type MessageKey, useT } from '../../shared/i18n/use-t.ts'
import { locationPaths } from '../../shared/paths.ts'
import { useNow } from '../../shared/use-now.ts'
import styles from './device-step.module.css'

const texts = {
  found: 'setup.found',
  linked_to_you: 'errors.controller_linked_by_you',
  linked_to_other: 'errors.controller_already_linked',
  not_found: 'errors.serial_not_found',
} as const satisfies Record<FoundController['state'], MessageKey>

/** What became of looking for a serial. */
export function FoundNote({ found, error }: { found: FoundController | null; error: unknown }) {
  const t = useT()
  const format = useFormat()
  const nowMs = useNow(10_000)
  if (error)
    return (
      <p className={styles.note} data-tone="warning">
        {failureText(error, t)}
      </p>
    )
  if (!found) return null
  const isFound = found.state === 'found'
  const Icon = isFound ? IconCircleCheck : IconAlertTriangle
  return (
    <div className={styles.note} data-tone={isFound ? 'success' : 'warning'}>
      <Icon size={20} stroke={1.6} aria-hidden />
      <div>
        <p>{t(texts[found.state])}</p>
        {isFound && (
          <small>
            {[
              found.kind && t(`controllers.kind.${found.kind}`),
              found.last_seen_at !== null &&
                t('location_overview.waiting.seen', {
                  age: format.ago(Math.max(0, nowMs - found.last_seen_at)),
                }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        )}
        {found.state === 'not_found' && !found.is_check_right && (
          <small>{t('setup.serial.check_wrong')}</small>
        )}
        {found.location && (
          <Link to={locationPaths.overview({ locationId: found.location.id })}>{found.location.name}</Link>
        )}
      </div>
    </div>
  )
}
