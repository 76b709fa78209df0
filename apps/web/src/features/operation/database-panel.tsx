import type { OperationView } from '@ohmstead/contract/operation'
import { useBytes } from '../../shared/i18n/use-bytes.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { type Fact, Facts } from '../../shared/what-if/facts.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './operation.module.css'

/** How large the database is, how fast it grows, and when there is no room left. */
export function DatabasePanel({ database }: { database: OperationView['database'] }) {
  const t = useT()
  const format = useFormat()
  const bytes = useBytes()
  const { growth_bytes_per_day: growth, free_bytes: free, full_at: fullAt, tables } = database
  const largest = Math.max(1, ...tables.map((table) => table.bytes))
  const full: Fact[] =
    free === null || growth === null
      ? []
      : [
          {
            key: 'full',
            label: t('operation.database.full'),
            value: fullAt === null ? t('operation.database.full_never') : format.day(fullAt),
            hint: t('operation.database.full_note'),
          },
        ]
  return (
    <Panel id="database" heading={t('operation.database.heading')}>
      <Facts
        facts={[
          { key: 'size', label: t('operation.database.size'), value: bytes(database.size_bytes) },
          {
            key: 'growth',
            label: t('operation.database.growth'),
            value: growth === null ? '–' : bytes(growth),
            hint: t(growth === null ? 'operation.database.growth_unknown' : 'operation.database.growth_note'),
          },
          {
            key: 'free',
            label: t('operation.database.free'),
            value: free === null ? '–' : bytes(free),
            hint: free === null ? t('operation.database.free_unknown') : undefined,
          },
          ...full,
        ]}
      />
      <div>
        <h3 className={styles.part}>{t('operation.database.tables')}</h3>
        <ul className={styles.tables}>
          {tables.map((table) => (
            <li key={table.name}>
              <code>{table.name}</code>
              <meter className={styles.bar} min={0} max={largest} value={table.bytes} aria-hidden />
              <span>{bytes(table.bytes)}</span>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}
