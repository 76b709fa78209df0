import type { ControllerView } from '@ohmstead/contract/controllers'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import styles from './controllers-page.module.css'

/** What the link refused of a controller, by reason, with the last case for whoever mends it. */
export function RefusalTable({
  refusals,
  timeZone,
}: {
  refusals: ControllerView['refusals']
  timeZone: string | undefined
}) {
  const t = useT()
  const format = useFormat()
  const total = refusals.reduce((sum, { count }) => sum + count, 0)
  return (
    <details className={styles.refusals}>
      <summary>{t('controllers.page.refused', { count: total })}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('controllers.page.refusal_reason')}</th>
            <th scope="col" className={styles.figure}>
              {t('controllers.page.refusal_count')}
            </th>
            <th scope="col">{t('controllers.page.refusal_last')}</th>
          </tr>
        </thead>
        <tbody>
          {refusals.map(({ reason, count, last_at, last_detail }) => (
            <tr key={reason}>
              <td>
                {t(`controllers.refusal.${reason}`)}
                {last_detail && <small>{last_detail}</small>}
              </td>
              <td className={styles.figure}>{format.number(count)}</td>
              <td>{format.dateTime(last_at, timeZone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
