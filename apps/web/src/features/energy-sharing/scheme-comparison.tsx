import { sharingSchemes } from '@ohmstead/domain/sharing/sharing-terms'
import { useT } from '../../shared/i18n/use-t.ts'
import { usePriceText } from '../../shared/pricing/use-price-text.ts'
import { TextTable } from '../../ui/text-table.tsx'
import styles from './energy-sharing.module.css'
import { organiserPresets } from './organiser-presets.ts'

const rows = ['shared', 'network', 'unused', 'where', 'netting', 'fees'] as const

/** Both schemes side by side: what is shared, and what it costs. */
export function SchemeComparison() {
  const t = useT()
  const { money } = usePriceText()
  const { genI, petrol } = organiserPresets
  const values = {
    genISender: money(genI.senderFeePerMonth, 'EUR'),
    genIReceiver: money(genI.receiverFeePerMonth, 'EUR'),
    petrol: money(petrol.senderFeePerMonth, 'EUR'),
  }
  return (
    <>
      <TextTable className={styles.schemes}>
        <caption className="visually-hidden">{t('energy_sharing.compare.heading')}</caption>
        <thead>
          <tr>
            <td />
            {sharingSchemes.map((scheme) => (
              <th key={scheme} scope="col">
                {t(`energy_sharing.scheme.${scheme}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <th scope="row">{t(`energy_sharing.compare.${row}`)}</th>
              {sharingSchemes.map((scheme) => (
                <td key={scheme} data-scheme={t(`energy_sharing.scheme.${scheme}`)}>
                  {t(`energy_sharing.compare.${row}_${scheme}`, values)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </TextTable>
      <p className={styles.soft}>{t('energy_sharing.compare.source')}</p>
    </>
  )
}
