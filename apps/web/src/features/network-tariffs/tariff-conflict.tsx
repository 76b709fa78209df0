import { useT } from '../../shared/i18n/use-t.ts'
import { ConflictPanel } from '../../shared/pricing/conflict-panel.tsx'
import styles from './network-tariffs.module.css'
import type { NetworkTariffRow } from './network-tariffs-query.ts'
import { TariffCard } from './tariff-card.tsx'

interface TariffConflictProps {
  newer: NetworkTariffRow
  isBusy: boolean
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** Somebody else was faster: the tariff as they saved it. */
export function TariffConflict({ newer, ...choice }: TariffConflictProps) {
  const t = useT()
  return (
    <ConflictPanel text={t('price_lists.conflict.text')} {...choice}>
      <h3>{t('price_lists.conflict.theirs')}</h3>
      <ul className={styles.list}>
        <TariffCard tariff={newer} />
      </ul>
    </ConflictPanel>
  )
}
