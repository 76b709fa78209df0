import type { SharingStatementView } from '@ohmstead/contract/energy-sharing-results'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import styles from './energy-sharing.module.css'

/** What is not measured of the quarter-hours that a figure follows from; nothing if all is. */
export function QualityNote({ quality }: { quality: SharingStatementView['quality'] }) {
  const t = useT()
  const format = useFormat()
  const { missing, estimated, unsettled, isProvisional } = quality
  const notes = [
    isProvisional && t('energy_sharing.quality.provisional'),
    missing > 0 && t('portal.quality.missing', { count: missing }),
    estimated > 0 && t('portal.quality.estimated', { count: estimated }),
    unsettled > 0 && t('energy_sharing.quality.unsettled', { count: format.number(unsettled) }),
  ].filter(Boolean)
  if (notes.length === 0) return null
  return <small className={styles.note}>{notes.join(' · ')}</small>
}
