import { useLingui } from '@lingui/react'
import type { Days } from '@ohmstead/domain/portal/so-far'
import { useCallback, useMemo } from 'react'
import { formatDays } from '../../../shared/charts/format-bucket.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { SoFarLead } from '../../../shared/portal/so-far.tsx'
import { formatDeviceName } from '../../../shared/portal/use-portal-devices.ts'
import { compareSystems, type MonthsBySystem } from '../bill/compare-systems.ts'
import { formatMonthName } from '../bill/month-name.ts'
import { NotesList } from '../bill/notes-list.tsx'
import { usePaidSentences } from '../bill/use-paid-sentences.ts'
import { monthsOf, type System } from '../calculation-data.ts'
import { CalculationFrame } from '../calculation-frame.tsx'
import { CalculationHead } from '../calculation-head.tsx'
import type { Calculated } from '../use-calculation.ts'
import { useCustomMonths } from '../use-custom-months.ts'
import styles from './comparison.module.css'
import { buildBlockGroups, buildMonthGroups } from './cost-groups.ts'
import { CostPanel } from './cost-panel.tsx'
import { PeaksPanel } from './peaks-panel.tsx'

/** The same months under every system, as pictures. */
export function ComparisonPage() {
  return <CalculationFrame>{(calculated) => <ComparisonView calculated={calculated} />}</CalculationFrame>
}

function ComparisonView({ calculated }: { calculated: Calculated }) {
  const t = useT()
  const { i18n } = useLingui()
  const custom = useCustomMonths(calculated)
  const { calculations } = calculated.answer
  const { customMonths } = custom
  const bySystem = useMemo((): MonthsBySystem => {
    const of = (system: System) => monthsOf(calculations, system)
    return {
      oldSystem: of('oldSystem'),
      newSystem: of('newSystem'),
      optimizedSystem: of('optimizedSystem'),
      customSystem: customMonths,
    }
  }, [calculations, customMonths])
  const comparison = useMemo(() => compareSystems(bySystem), [bySystem])
  const monthGroups = useMemo(() => buildMonthGroups(bySystem), [bySystem])
  const blockGroups = useMemo(() => buildBlockGroups(bySystem, comparison.months), [bySystem, comparison])
  const nameMonth = useCallback(
    (key: string, length: 'short' | 'long') => formatMonthName(key, i18n.locale, length),
    [i18n.locale],
  )
  const nameBlock = useCallback((key: string) => t('calculations.block', { block: key.slice(-1) }), [t])
  const subtitle = `${formatDeviceName(calculated.device)}, ${formatDays(calculated.body.from, calculated.body.to, i18n.locale)}`
  return (
    <>
      <CalculationHead title="titles.portal_comparison" calculated={calculated} />
      <Sentence
        comparison={comparison}
        isNetted={calculated.answer.consumerInfo.netMetering === true}
        soFar={calculated.answer.so_far}
      />
      <CostPanel
        id="month"
        title={t('calculations.compare.by_month')}
        note={`${t('calculations.compare.by_month_note')} ${t('calculations.bill.own_rates')}`}
        subtitle={subtitle}
        groups={monthGroups}
        labelOf={nameMonth}
      />
      <CostPanel
        id="block"
        title={t('calculations.compare.by_block')}
        note={t('calculations.compare.by_block_note')}
        subtitle={subtitle}
        groups={blockGroups}
        labelOf={nameBlock}
      />
      <PeaksPanel custom={custom} subtitle={subtitle} />
      <NotesList months={[...(bySystem.newSystem ?? []), ...(bySystem.oldSystem ?? [])]} />
    </>
  )
}

/** What is paid, and the old system in comparison. Recommendations come with the advice, for the coming year. */
function Sentence({
  comparison,
  isNetted,
  soFar,
}: {
  comparison: ReturnType<typeof compareSystems>
  isNetted: boolean
  soFar: Days | null
}) {
  const t = useT()
  const paid = usePaidSentences(comparison, isNetted)
  return (
    <p className={styles.sentence}>
      <SoFarLead days={soFar} />
      {paid?.join(' ') ?? t('calculations.compare.none')}
    </p>
  )
}
