import { IconWifiOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useFormat } from '../shared/i18n/use-format.ts'
import { useT } from '../shared/i18n/use-t.ts'
import { useCloudReachable } from '../shared/use-cloud-reachable.ts'
import { useNow } from '../shared/use-now.ts'
import styles from './main-layout.module.css'

/** The user and the menu do not count for the age of a page. */
const isOfNoAge = new Set<unknown>(['auth', 'site', 'menu', 'companies', 'own'])

/** Without the cloud: the age of the oldest data on the page. It disappears by itself. */
export function OfflineNotice() {
  return useCloudReachable() ? null : <Age />
}

function Age() {
  const t = useT()
  const format = useFormat()
  const nowMs = useNow(1000)
  const known = useQueryClient()
    .getQueryCache()
    .findAll({
      type: 'active',
      predicate: ({ queryKey: [name], state }) => !isOfNoAge.has(name) && state.dataUpdatedAt > 0,
    })
    .map(({ state }) => state.dataUpdatedAt)
  return (
    <div className={styles.strip} role="status">
      <IconWifiOff size={18} aria-hidden />
      <p>
        {known.length === 0
          ? t('shell.offline.text')
          : t('shell.offline.known', { age: format.ago(Math.max(0, nowMs - Math.min(...known))) })}
      </p>
    </div>
  )
}
