import type { OperationView } from '@ohmstead/contract/operation'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { findAttention } from './find-attention.ts'
import styles from './operation.module.css'

/** What needs a look, in one place; the panels below have the details. */
export function AttentionList({ view }: { view: OperationView }) {
  const t = useT()
  const format = useFormat()
  const found = findAttention(view)
  if (found.length === 0)
    return (
      <p className={styles.well}>
        <IconCircleCheck size={18} aria-hidden />
        {t('operation.attention.none')}
      </p>
    )
  return (
    <ul className={styles.attention}>
      {found.map(({ kind, count }) => (
        <li key={kind}>
          <IconAlertTriangle size={18} aria-hidden />
          <span>
            {t(`operation.attention.${kind}`)}: <strong>{format.number(count)}</strong>
          </span>
        </li>
      ))}
    </ul>
  )
}
