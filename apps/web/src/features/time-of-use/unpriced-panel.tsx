import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '../../shared/i18n/use-t.ts'
import { pricingPaths } from '../../shared/paths.ts'
import type { TimePlanView } from '../../shared/pricing/time-plans-query.ts'
import { Panel } from '../../ui/panel.tsx'
import styles from './time-of-use.module.css'

type TimePlanUse = TimePlanView['usedBy'][number]

const pathOf = ({ kind, id }: TimePlanUse) =>
  kind === 'price_list'
    ? pricingPaths.priceList(id)
    : kind === 'network_tariff'
      ? pricingPaths.networkTariffs
      : pricingPaths.offers

/** What uses the plan without a price for one of its blocks, and where to enter it. */
export function UnpricedPanel({ plan }: { plan: TimePlanView }) {
  const t = useT()
  const unpriced = plan.usedBy.filter(({ unpricedBlocks }) => unpricedBlocks.length > 0)
  if (unpriced.length === 0) return null
  return (
    <Panel heading={t('time_of_use.unpriced.heading')} lead={t('time_of_use.unpriced.lead')}>
      <ul className={styles.rows}>
        {unpriced.map((use) => (
          <li key={`${use.kind}/${use.id}`} className={styles.row}>
            <IconAlertTriangle className={styles.warningIcon} size={18} stroke={1.6} aria-hidden />
            <div className={styles.what}>
              <h3>
                <Link to={pathOf(use)}>{use.name}</Link>
              </h3>
              <p className={styles.soft}>
                {t('time_of_use.unpriced.blocks', { blocks: use.unpricedBlocks.join(', ') })}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
