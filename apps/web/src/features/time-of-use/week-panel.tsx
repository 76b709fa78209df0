import type { TimePlanBlock, TimePlanBlockType, TimePlanSeason } from '@ohmstead/domain/pricing/time-plan'
import { IconArrowBackUp, IconArrowForwardUp, IconClockEdit, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'
import type { TimePlanView } from '../../shared/pricing/time-plans-query.ts'
import { SegmentedChoice } from '../../shared/segmented-choice/segmented-choice.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { BlockKey, BrushChoice } from './brush-choice.tsx'
import { CopyDayModal } from './copy-day-modal.tsx'
import { HoursModal } from './hours-modal.tsx'
import styles from './time-of-use.module.css'
import type { PlanDraftState } from './use-plan-draft.ts'
import { type GridTarget, WeekGrid } from './week-grid.tsx'

/** The hours of a season: which block type, which block, and the grid that is painted. */
export function WeekPanel({
  plan,
  season,
  type,
  types,
  blocks,
  brush,
  draft,
  target,
  isLocked,
  onSeason,
  onType,
  onBrush,
}: {
  plan: TimePlanView
  season: TimePlanSeason
  type: TimePlanBlockType
  types: readonly TimePlanBlockType[]
  /** Of the type. */
  blocks: readonly TimePlanBlock[]
  /** What is painted with; null erases. */
  brush: number | null
  draft: PlanDraftState
  target: GridTarget | null
  isLocked: boolean
  onSeason: (seasonId: number) => void
  onType: (type: TimePlanBlockType) => void
  onBrush: (blockId: number | null) => void
}) {
  const t = useT()
  const [dialog, setDialog] = useState<'hours' | 'copy' | null>(null)
  const area = { type, seasonId: season.id }
  const close = () => setDialog(null)
  return (
    <Panel heading={t('time_of_use.week.heading')} lead={isLocked ? undefined : t('time_of_use.week.lead')}>
      <div className={styles.tools}>
        {plan.seasons.length > 1 && (
          <SegmentedChoice
            label={t('time_of_use.season.heading')}
            value={String(season.id)}
            options={plan.seasons.map(({ id, title }) => ({ value: String(id), label: title }))}
            onChange={(id) => onSeason(Number(id))}
          />
        )}
        {types.length > 1 && (
          <SegmentedChoice
            label={t('time_of_use.field.type')}
            value={type}
            options={types.map((one) => ({ value: one, label: t(`time_of_use.type.${one}`) }))}
            onChange={onType}
          />
        )}
      </div>
      {!isLocked && (
        <div className={styles.tools}>
          <BrushChoice blocks={blocks} brush={brush} onChange={onBrush} />
          <div className={styles.actions}>
            <Button size="small" onClick={() => setDialog('hours')}>
              <IconClockEdit size={16} stroke={1.6} aria-hidden />
              {t('time_of_use.week.enter_hours')}
            </Button>
            <Button size="small" onClick={() => setDialog('copy')}>
              <IconCopy size={16} stroke={1.6} aria-hidden />
              {t('time_of_use.week.copy_day')}
            </Button>
            <IconButton label={t('common.action.undo')} disabled={!draft.mayUndo} onClick={draft.undo}>
              <IconArrowBackUp size={18} stroke={1.6} aria-hidden />
            </IconButton>
            <IconButton label={t('time_of_use.action.redo')} disabled={!draft.mayRedo} onClick={draft.redo}>
              <IconArrowForwardUp size={18} stroke={1.6} aria-hidden />
            </IconButton>
          </div>
        </div>
      )}
      {isLocked && <BlockKey blocks={blocks} />}
      <WeekGrid
        plan={plan}
        area={area}
        blocks={blocks}
        cells={draft.cells}
        target={target}
        brush={isLocked ? undefined : brush}
        onPaint={draft.paint}
        onBrush={onBrush}
        onUndo={draft.undo}
        onRedo={draft.redo}
      />
      {dialog === 'hours' && (
        <HoursModal
          plan={plan}
          area={area}
          blocks={blocks}
          brush={brush}
          onPaint={draft.paint}
          onClose={close}
        />
      )}
      {dialog === 'copy' && (
        <CopyDayModal plan={plan} area={area} cells={draft.cells} onCopied={draft.replace} onClose={close} />
      )}
    </Panel>
  )
}
