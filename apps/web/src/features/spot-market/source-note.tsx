import type { SpotSourceNote } from '@ohmstead/contract/spot-market'
import { spotSourceName } from '@ohmstead/domain/pricing/spot-source-names'
import { useT } from '../../shared/i18n/use-t.ts'
import styles from './spot-market.module.css'

/** Where prices come from, and the terms of the source in its own words. */
export function SourceNote({ sources }: { sources: readonly SpotSourceNote[] }) {
  const t = useT()
  return (
    <ul className={styles.sources}>
      {sources.map(({ source, licence, is_free: isFree }) => (
        <li key={source}>
          {t('spot_market.source.from', {
            source: spotSourceName(source) ?? t('spot_market.source.modelled'),
          })}{' '}
          {licence}{' '}
          {source !== 'modelled' && t(isFree ? 'spot_market.source.free' : 'spot_market.source.internal')}
        </li>
      ))}
    </ul>
  )
}
