import type { OperationView } from '@ohmstead/contract/operation'
import { useBytes } from '../../shared/i18n/use-bytes.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './operation.module.css'

export function ProcessesPanel({ processes, now }: { processes: OperationView['processes']; now: number }) {
  const t = useT()
  const format = useFormat()
  const bytes = useBytes()
  return (
    <Panel id="processes" heading={t('operation.processes.heading')}>
      <FigureTable isFlush>
        <thead>
          <tr>
            <th scope="col">{t('operation.processes.name')}</th>
            <th scope="col" data-text>
              {t('operation.version')}
            </th>
            <th scope="col" data-text>
              {t('operation.processes.started')}
            </th>
            <th scope="col" data-text>
              {t('controllers.page.last_seen')}
            </th>
            <th scope="col">{t('operation.processes.memory')}</th>
            <th scope="col">{t('operation.processes.cpu')}</th>
          </tr>
        </thead>
        <tbody>
          {processes.map((process) => (
            <tr key={`${process.name} ${process.started_at}`}>
              <th scope="row">
                {process.name}
                {/* Here, since the other columns may be beyond the edge of a phone. */}
                {process.is_silent && (
                  <span className={styles.silent}>{t('operation.processes.silent')}</span>
                )}
              </th>
              <td data-text>{process.version}</td>
              <td data-text>{format.dateTime(process.started_at)}</td>
              <td data-text className={process.is_silent ? styles.bad : undefined}>
                {format.ago(Math.max(0, now - process.seen_at))}
              </td>
              <td>{bytes(process.memory_bytes)}</td>
              <td>{format.percent(process.cpu_share, 0)}</td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
    </Panel>
  )
}
