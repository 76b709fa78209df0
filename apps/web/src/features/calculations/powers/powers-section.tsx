import type { BlockPowers, PowerProblem } from '@ohmstead/network-fee/powers/agreed-power'
import { IconCalculator } from '@tabler/icons-react'
import { memo, useCallback, useMemo } from 'react'
import { useT } from '../../../shared/i18n/use-t.ts'
import { FailedStrip, Skeleton } from '../../../shared/states/page-states.tsx'
import { useEuro } from '../../../shared/use-euro.ts'
import { Button } from '../../../ui/button.tsx'
import type { Block } from '../calculation-data.ts'
import type { CustomState } from '../use-custom-months.ts'
import { buildGivenRows, buildRow, findStartPowers } from './choice-rows.ts'
import { ChoicesTable } from './choices-table.tsx'
import { readCustomPowers, setCustomPowers } from './custom-powers.ts'
import { PowerInputs } from './power-inputs.tsx'
import { PowerLegend } from './power-legend.tsx'
import { PowerPicture } from './power-picture.tsx'
import { arePowersEqual, movePower, toStep } from './power-steps.ts'
import styles from './powers.module.css'

const Legend = memo(PowerLegend)
const none: PowerProblem[] = []

/** Custom agreed powers: dragged or typed, with their immediate cost. */
export function PowersSection({
  custom,
  isProcessing,
  onProcess,
}: {
  custom: CustomState
  isProcessing: boolean
  onProcess: () => void
}) {
  const t = useT()
  const euro = useEuro()
  const { calculated, profile, whatIf, customKw, error, retry } = custom
  const { calculations, consumerInfo } = calculated.payable
  const { agreedPower } = calculations
  const deviceId = calculated.device.id
  const limits = agreedPower.limits
  const currentKw = useMemo(() => findStartPowers(calculations), [calculations])
  const optimumKw = agreedPower.answer?.powersKw ?? null
  const operatorKw =
    agreedPower.comparison?.choices.find(({ name }) => name === 'operatorDefault')?.powersKw ?? null
  const startKw = useMemo(() => {
    const lowest = toStep(0, limits)
    return currentKw ?? optimumKw ?? ([lowest, lowest, lowest, lowest, lowest] as BlockPowers)
  }, [currentKw, optimumKw, limits])
  const shownKw = customKw ?? startKw
  const problems = (customKw && whatIf?.findProblems(customKw)) ?? none
  const set = (powersKw: BlockPowers | null) => setCustomPowers(deviceId, powersKw)
  // Stable functions while dragging: they read the powers when they are called.
  const move = useCallback(
    (block: Block, kw: number) => {
      const own = readCustomPowers(deviceId)
      const moved = movePower(own ?? startKw, block, kw, limits)
      if (!arePowersEqual(moved, own)) setCustomPowers(deviceId, moved)
    },
    [deviceId, startKw, limits],
  )
  const type = useCallback(
    (block: Block, kw: number) => {
      const shown = readCustomPowers(deviceId) ?? startKw
      setCustomPowers(deviceId, shown.map((own, place) => (place === block - 1 ? kw : own)) as BlockPowers)
    },
    [deviceId, startKw],
  )
  const given = useMemo(() => buildGivenRows(calculations), [calculations])
  const own = useMemo(() => {
    const choice = customKw && whatIf?.compare(customKw)
    return choice ? buildRow(choice) : null
  }, [customKw, whatIf])
  const rows = own ? [...given, own] : given
  const current = given.find(({ name }) => name === 'current')
  return (
    <section className={styles.card} aria-labelledby="own-powers">
      <h2 id="own-powers">{t('calculations.powers.title')}</h2>
      <p className={styles.lead}>{t('calculations.powers.lead')}</p>
      {profile ? (
        <PowerPicture
          profile={profile}
          powersKw={shownKw}
          currentKw={currentKw}
          optimumKw={optimumKw}
          limits={limits}
          onMove={move}
        />
      ) : error ? (
        <FailedStrip error={error} onRetry={retry} />
      ) : (
        <Skeleton height={320} radius={10} />
      )}
      <Legend hasOptimum={optimumKw !== null} />
      <PowerInputs key={deviceId} powersKw={shownKw} problems={problems} onType={type} onStep={move} />
      <div className={styles.actions}>
        <output>
          {own &&
            current &&
            t(own.totalEur <= current.totalEur ? 'calculations.powers.less' : 'calculations.powers.more', {
              total: euro(own.totalEur),
              difference: euro(Math.abs(own.totalEur - current.totalEur)),
            })}
          {own && !current && euro(own.totalEur)}
        </output>
        {operatorKw && (
          <Button size="small" onClick={() => set(operatorKw)}>
            {t('calculations.powers.reset_operator')}
          </Button>
        )}
        {optimumKw && (
          <Button size="small" onClick={() => set(optimumKw)}>
            {t('calculations.powers.reset_optimum')}
          </Button>
        )}
        <Button size="small" disabled={customKw === null} onClick={() => set(null)}>
          {t('calculations.powers.reset_current')}
        </Button>
        <Button
          size="small"
          variant="primary"
          isBusy={isProcessing}
          disabled={problems.length > 0 || arePowersEqual(customKw, calculated.customKw)}
          onClick={onProcess}
        >
          <IconCalculator size={16} stroke={1.6} aria-hidden />
          {t('calculations.powers.process')}
        </Button>
      </div>
      {rows.length > 0 && <ChoicesTable rows={rows} fromDay={agreedPower.fromDay} />}
      {consumerInfo.powerLimits?.length === 0 && (
        <p className={styles.lead}>{t('calculations.powers.none_agreed')}</p>
      )}
    </section>
  )
}
