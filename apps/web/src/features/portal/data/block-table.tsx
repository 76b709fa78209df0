import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { formatBucket } from '../../../shared/charts/format-bucket.ts'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { portalTimeZone } from '../../../shared/portal/portal-selection.ts'
import { useFold } from '../../../shared/use-fold.ts'
import { FigureTable } from '../../../ui/figure-table.tsx'
import { Panel } from '../../../ui/panel.tsx'
import styles from './data-page.module.css'
import type { BlockSummary } from './summarise-readings.ts'

const quarterMs = 900_000

/** Energy and highest power by block, against the agreed power. */
export function BlockTable({
  blocks,
  totalWh,
  soFar,
  children,
}: {
  blocks: readonly BlockSummary[]
  totalWh: number | null
  soFar: string | null
  /** Notes below it. */
  children?: ReactNode
}) {
  const t = useT()
  const format = useFormat()
  const { i18n } = useLingui()
  const fold = useFold({ isOpen: true })
  const kw = (powerW: number | null) => format.number(powerW === null ? null : powerW / 1000, 2)
  return (
    <Panel
      heading={t('portal.blocks.heading')}
      fold={fold}
      lead={[soFar, t('portal.blocks.lead')].filter(Boolean).join(' ')}
    >
      <FigureTable label={t('portal.blocks.table')} isFlush>
        <thead>
          <tr>
            <th scope="col">{t('portal.blocks.block')}</th>
            <th scope="col">
              {t('portal.blocks.peak')} <small>kW</small>
            </th>
            <th scope="col">
              {t('portal.blocks.agreed')} <small>kW</small>
            </th>
            <th scope="col">{t('portal.blocks.exceeding')}</th>
            <th scope="col">
              {t('portal.blocks.energy')} <small>kWh</small>
            </th>
            <th scope="col">{t('portal.blocks.share')}</th>
            <th scope="col">{t('portal.blocks.when')}</th>
          </tr>
        </thead>
        <tbody>
          {blocks.map(({ block, importWh, peak, agreedW, exceeding }) => (
            <tr key={block}>
              <th scope="row">
                <span className={styles.swatch} style={{ background: `var(--block-${block})` }} aria-hidden />
                {t('portal.block.name', { block })}
              </th>
              <td>{kw(peak?.powerW ?? null)}</td>
              <td>{kw(agreedW)}</td>
              <td className={exceeding ? styles.exceeding : undefined}>{format.number(exceeding)}</td>
              <td>{format.number(importWh / 1000, 1)}</td>
              <td>{format.percent(totalWh ? importWh / totalWh : null)}</td>
              <td className={styles.text}>
                {peak
                  ? formatBucket(peak.startMs, peak.startMs + quarterMs, portalTimeZone, i18n.locale)
                  : format.number(null)}
              </td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
      {children}
    </Panel>
  )
}
