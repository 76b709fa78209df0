import type { TimePlanBlock, TimePlanBlockType } from '@ohmstead/domain/pricing/time-plan'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import type { TimePlanView } from '../../shared/pricing/time-plans-query.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { BlockModal } from './block-modal.tsx'
import { PlanRow } from './plan-row.tsx'
import { RemoveModal } from './remove-modal.tsx'
import styles from './time-of-use.module.css'

/** The blocks of a plan: what hours can be given to. */
export function BlocksPanel({
  plan,
  type,
  isLocked,
  onWritten,
  onSaved,
}: {
  plan: TimePlanView
  type: TimePlanBlockType
  isLocked: boolean
  onWritten: (version: number) => void
  onSaved: (block: TimePlanBlock) => void
}) {
  const t = useT()
  const format = useFormat()
  const [edited, setEdited] = useState<TimePlanView['blocks'][number] | 'new' | null>(null)
  const [removed, setRemoved] = useState<TimePlanBlock | null>(null)
  const { blocks, seasons } = plan
  const describe = ({ type: of, value, tiers }: TimePlanBlock) => {
    const unit = of === 'LIMIT_POWER' ? 'kW' : '/kWh'
    const digits = value?.split('.')[1]?.length ?? 0
    return [
      t(`time_of_use.type.${of}`),
      ...(value === null ? [] : [`${format.number(Number(value), digits)} ${unit}`]),
      ...(tiers.length === 0 ? [] : [t('time_of_use.count.tiers', { count: tiers.length })]),
    ].join(' · ')
  }
  return (
    <Panel
      heading={t('time_of_use.block.heading')}
      lead={t('time_of_use.block.lead')}
      tools={
        !isLocked &&
        seasons.length > 0 && (
          <Button size="small" onClick={() => setEdited('new')}>
            <IconPlus size={14} aria-hidden />
            {t('time_of_use.block.add')}
          </Button>
        )
      }
    >
      {blocks.length === 0 && (
        <p className={styles.soft}>
          {t(seasons.length === 0 ? 'errors.season_required' : 'time_of_use.block.none')}
        </p>
      )}
      {blocks.length > 0 && (
        <ul className={styles.rows}>
          {blocks.map((block) => (
            <PlanRow
              key={block.id}
              title={block.title}
              text={describe(block)}
              mark={<span className={styles.swatch} style={{ background: block.color }} aria-hidden />}
              editLabel={isLocked ? null : t('time_of_use.block.edit', { title: block.title })}
              deleteLabel={
                isLocked || block.isInUse ? null : t('time_of_use.block.delete', { title: block.title })
              }
              onEdit={() => setEdited(block)}
              onDelete={() => setRemoved(block)}
            />
          ))}
        </ul>
      )}
      {edited && (
        <BlockModal
          plan={plan}
          block={edited === 'new' ? null : edited}
          type={type}
          onWritten={onWritten}
          onSaved={onSaved}
          onClose={() => setEdited(null)}
        />
      )}
      {removed && (
        <RemoveModal
          title={t('time_of_use.block.delete', { title: removed.title })}
          text={t('time_of_use.block.delete_text')}
          onRemove={async () => {
            const { version } = await call('DELETE /timeplans/:timePlanId/blocks/:blockId', {
              params: { timePlanId: plan.id, blockId: removed.id },
              query: { version: plan.version },
            })
            onWritten(version)
          }}
          onClose={() => setRemoved(null)}
        />
      )}
    </Panel>
  )
}
