import { useLingui } from '@lingui/react'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useT } from '../../../shared/i18n/use-t.ts'
import { PlainSelect } from '../../../shared/plain-select/plain-select.tsx'
import { SegmentedChoice } from '../../../shared/segmented-choice/segmented-choice.tsx'
import { useFold } from '../../../shared/use-fold.ts'
import { IconButton } from '../../../ui/button.tsx'
import { FoldHeading } from '../../../ui/fold-heading.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { monthsOf, type System, systems } from '../calculation-data.ts'
import { useCalculationOptions } from '../calculation-options.ts'
import type { CustomState } from '../use-custom-months.ts'
import styles from './bill.module.css'
import { type BillPeriod, listPeriods, selectMonths } from './bill-period.ts'
import type { BillRow } from './bill-row.ts'
import { BillTable } from './bill-table.tsx'
import { buildBillTables } from './bill-tables.ts'
import { categoryText } from './category-text.ts'
import { compareSystems, findUsualSystem, type MonthsBySystem } from './compare-systems.ts'
import { FormulaDialog, type FormulaQuestion } from './formula-dialog.tsx'
import { formatMonthName } from './month-name.ts'
import { NotesList } from './notes-list.tsx'
import { SystemsTable } from './systems-table.tsx'

/** The bill of a month, a year or the whole range: the systems side by side, then one of them in its tables. */
export function BillSection({ custom }: { custom: CustomState }) {
  const t = useT()
  const { i18n } = useLingui()
  const [options, changeOptions] = useCalculationOptions()
  const [period, setPeriod] = useState<BillPeriod>('all')
  const [wanted, setWanted] = useState<System | null>(null)
  const fold = useFold({ isOpen: false })
  const [question, setQuestion] = useState<FormulaQuestion | null>(null)
  const { calculations } = custom.calculated.answer
  const all = monthsOf(calculations, 'newSystem')!
  const { years, months } = listPeriods(all)
  const bySystem = useMemo((): MonthsBySystem => {
    const of = (system: System) => monthsOf(calculations, system)
    const chosen = {
      newSystem: of('newSystem'),
      oldSystem: of('oldSystem'),
      optimizedSystem: of('optimizedSystem'),
      customSystem: custom.customMonths,
    }
    return Object.fromEntries(
      systems.map((system) => [system, chosen[system] && selectMonths(chosen[system], period)]),
    ) as MonthsBySystem
  }, [calculations, custom.customMonths, period])
  const present = systems.filter((system) => bySystem[system] !== null)
  const comparison = useMemo(() => compareSystems(bySystem), [bySystem])
  const system = wanted && present.includes(wanted) ? wanted : findUsualSystem(comparison.systems)
  const shown = bySystem[system]!
  const tables = useMemo(() => buildBillTables(shown), [shown])

  const nameOf = (one: BillPeriod) => {
    if (one === 'all') return t('calculations.bill.whole_range')
    return /^\d{4}$/.test(one) ? one : formatMonthName(one, i18n.locale)
  }
  const periods: BillPeriod[] = ['all', ...years, ...months]
  const current = periods.includes(period) ? period : 'all'
  const at = months.indexOf(current)
  const open = (row: BillRow, of: System, isExcess: boolean) => {
    if (row.category === 'EMPTY') return
    const parts = [categoryText(row.category, t), t(`calculations.system.${of}`), nameOf(current)]
    if (isExcess) parts.unshift(categoryText('excessPower', t))
    setQuestion({ title: parts.join(' · '), lines: isExcess ? row.excessLines : row.lines })
  }
  return (
    <section className={styles.section} aria-labelledby="bill">
      <FoldHeading id="bill" fold={fold}>
        {t('calculations.bill.title')}
      </FoldHeading>
      {(fold?.isOpen ?? true) && (
        <>
          <div className={styles.controls}>
            <div className={styles.period}>
              <IconButton
                label={t('calculations.bill.earlier')}
                disabled={at === 0}
                onClick={() => setPeriod(months[at < 0 ? months.length - 1 : at - 1]!)}
              >
                <IconChevronLeft size={18} stroke={1.6} />
              </IconButton>
              <PlainSelect
                label={t('calculations.bill.period')}
                value={current}
                options={periods.map((value) => ({ value, label: nameOf(value) }))}
                onChange={setPeriod}
              />
              <IconButton
                label={t('calculations.bill.later')}
                disabled={at < 0 || at === months.length - 1}
                onClick={() => setPeriod(months[at + 1]!)}
              >
                <IconChevronRight size={18} stroke={1.6} />
              </IconButton>
            </div>
            <Switch
              label={t('calculations.bill.levies')}
              checked={options.levies}
              onChange={(levies) => changeOptions({ levies })}
            />
            <Switch
              label={t('calculations.bill.vat')}
              checked={options.vat}
              onChange={(vat) => changeOptions({ vat })}
            />
          </div>
          <div className={styles.wideCard}>
            <SystemsTable
              comparison={comparison}
              chosen={system}
              onFormula={(row, of) => open(row, of, false)}
            />
            <p className={styles.hint}>
              {t('calculations.bill.counted', { counted: comparison.months.length, months: shown.length })}{' '}
              {t('calculations.bill.figures_open')} {t('calculations.bill.own_rates')}
            </p>
          </div>
          <div className={styles.scroll}>
            <SegmentedChoice
              label={t('calculations.bill.system')}
              value={system}
              options={present.map((value) => ({ value, label: t(`calculations.system.${value}`) }))}
              onChange={setWanted}
            />
          </div>
          <NotesList months={shown} />
          <div className={styles.tables}>
            {tables.map((table) => (
              <BillTable
                key={table.key}
                table={table}
                onFormula={(row, isExcess) => open(row, system, isExcess)}
              />
            ))}
          </div>
        </>
      )}
      {question && (
        <FormulaDialog question={question} calculation={calculations} onClose={() => setQuestion(null)} />
      )}
    </section>
  )
}
