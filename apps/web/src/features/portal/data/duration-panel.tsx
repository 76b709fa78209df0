import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react'
import { ChartFrame } from '../../../shared/charts/chart-frame.tsx'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { PlainSelect } from '../../../shared/plain-select/plain-select.tsx'
import { useTouch } from '../../../shared/use-touch.ts'
import { FigureTable } from '../../../ui/figure-table.tsx'
import styles from './data-page.module.css'
import { DataPanel } from './data-panel.tsx'
import type { DurationCurve } from './duration-curve.ts'
import { DurationPicture } from './duration-picture.tsx'
import { buildDurationView, formatDurationCsv, powerAtRank } from './duration-view.ts'
import type { DataPanelProps } from './summarise-readings.ts'

/** The quarter-hours by size: how few of them stand out, and how many exceed the agreed power. */
export function DurationPanel({ summary, eimm, soFar }: DataPanelProps) {
  const t = useT()
  const format = useFormat()
  const isTouch = useTouch()
  const [block, setBlock] = useState(0)
  const [rank, setRank] = useState<number | null>(null)
  const curve = summary.duration.find((one) => one.block === block && one.count > 0) ?? summary.duration[0]!
  const agreed = summary.blocks.filter((one) => one.agreedW !== null && (block === 0 || one.block === block))
  const view = useMemo(() => buildDurationView(curve, agreed), [curve, agreed])
  const describe = (place: number) =>
    t('portal.duration.readout', {
      count: place,
      power: format.number(powerAtRank(curve, place) / 1000, 2),
      share: format.percent(place / curve.count, 2),
    })
  const name = (number: number) =>
    number === 0 ? t('portal.duration.all') : t('portal.block.name', { block: number })
  return (
    <DataPanel
      heading={t('portal.duration.heading')}
      lead={t('portal.duration.lead')}
      soFar={soFar}
      csv={() => formatDurationCsv(curve)}
      fileParts={[eimm, 'duration', block === 0 ? 'all' : `block-${block}`]}
      tools={
        <PlainSelect
          label={t('portal.blocks.block')}
          value={curve.block}
          options={summary.duration
            .filter(({ count }) => count > 0)
            .map((one) => ({ value: one.block, label: name(one.block) }))}
          onChange={(next) => {
            setBlock(next)
            setRank(null)
          }}
        />
      }
      table={<DurationTable curve={curve} />}
      picture={
        <Curve
          label={t('portal.duration.label', { name: name(curve.block) })}
          curve={curve}
          rank={rank}
          onRank={setRank}
          describe={describe}
        >
          <DurationPicture view={view} rank={rank} curve={curve} />
        </Curve>
      }
    >
      {(isTable) =>
        !isTable && (
          <p className={styles.readout}>
            {rank === null
              ? t(isTouch ? 'portal.duration.hint_touch' : 'portal.duration.hint')
              : describe(rank)}
          </p>
        )
      }
    </DataPanel>
  )
}

/** Arrow keys and the pointer walk along the curve, whose axis is logarithmic. */
function Curve({
  label,
  curve,
  rank,
  onRank,
  describe,
  children,
}: {
  label: string
  curve: DurationCurve
  rank: number | null
  onRank: (rank: number | null) => void
  describe: (rank: number) => string
  children: React.ReactNode
}) {
  const t = useT()
  const clamp = (next: number) => Math.min(curve.count, Math.max(1, Math.round(next)))
  const point = (event: PointerEvent) => {
    const box = event.currentTarget.querySelector('[data-plot]')!.getBoundingClientRect()
    const part = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width))
    onRank(clamp(curve.count ** part))
  }
  const walk = (event: KeyboardEvent) => {
    const now = rank ?? 1
    const moves: Record<string, number> = {
      ArrowRight: Math.max(now + 1, now * 1.1),
      ArrowUp: Math.max(now + 1, now * 1.1),
      ArrowLeft: Math.min(now - 1, now / 1.1),
      ArrowDown: Math.min(now - 1, now / 1.1),
      PageUp: now * 10,
      PageDown: now / 10,
      Home: 1,
      End: curve.count,
    }
    const next = moves[event.key]
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onRank(rank === null ? 1 : clamp(next))
  }
  return (
    <ChartFrame
      className={styles.curve}
      label={label}
      keys={t('charts.chart.walk')}
      readout={rank === null ? null : describe(rank)}
      onKeyDown={walk}
      onBlur={() => onRank(null)}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => onRank(null)}
    >
      {children}
    </ChartFrame>
  )
}

function DurationTable({ curve }: { curve: DurationCurve }) {
  const t = useT()
  const format = useFormat()
  const ranks = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000].filter(
    (rank) => rank < curve.count,
  )
  return (
    <FigureTable isFlush>
      <thead>
        <tr>
          <th scope="col">{t('portal.duration.rank')}</th>
          <th scope="col">{t('portal.duration.share')}</th>
          <th scope="col">
            {t('portal.duration.power')} <small>kW</small>
          </th>
        </tr>
      </thead>
      <tbody>
        {[...ranks, curve.count].map((rank) => (
          <tr key={rank}>
            <th scope="row">{format.number(rank)}</th>
            <td>{format.percent(rank / curve.count, 3)}</td>
            <td>{format.number(powerAtRank(curve, rank) / 1000, 3)}</td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  )
}
