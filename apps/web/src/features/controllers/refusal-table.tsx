import type { ControllerView } from '@ohmstead/contract/controllers'
import { useState } from 'react'
import type { ImplausibleValuesQuery } from '../../shared/controllers/controllers-query.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { TextTable } from '../../ui/text-table.tsx'
import styles from './controllers-page.module.css'
import { ImplausibleValuesModal } from './implausible-values-modal.tsx'

/** What the link refused from a controller, by reason, with the last case for troubleshooting. */
export function RefusalTable({
  refusals,
  implausible,
  timeZone,
}: {
  refusals: ControllerView['refusals']
  /** The values kept aside, loaded on request. */
  implausible: ImplausibleValuesQuery
  timeZone: string | undefined
}) {
  const t = useT()
  const format = useFormat()
  const [isShowing, setShowing] = useState(false)
  const total = refusals.reduce((sum, { count }) => sum + count, 0)
  return (
    <details className={styles.refusals}>
      <summary>{t('controllers.page.refused', { count: total })}</summary>
      <TextTable>
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
                {last_detail && <small lang="en">{last_detail}</small>}
                {reason === 'implausible' && (
                  <div className={styles.show}>
                    <Button size="small" onClick={() => setShowing(true)}>
                      {t('controllers.implausible.show')}
                    </Button>
                  </div>
                )}
              </td>
              <td className={styles.figure}>{format.number(count)}</td>
              <td>{format.dateTime(last_at, timeZone)}</td>
            </tr>
          ))}
        </tbody>
      </TextTable>
      {isShowing && (
        <ImplausibleValuesModal query={implausible} timeZone={timeZone} onClose={() => setShowing(false)} />
      )}
    </details>
  )
}
