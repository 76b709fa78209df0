import { useLingui } from '@lingui/react'
import type { BlockPowers } from '@ohmstead/network-fee/powers/agreed-power'
import { useMemo, useRef, useState } from 'react'
import { downloadBlob, downloadCsv, formatFileName } from '../../../shared/charts/download.ts'
import { PanelTools } from '../../../shared/charts/panel-tools.tsx'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { SegmentedChoice } from '../../../shared/segmented-choice/segmented-choice.tsx'
import { FailedStrip, Skeleton } from '../../../shared/states/page-states.tsx'
import { useWidth } from '../../../shared/use-width.ts'
import { Panel } from '../../../ui/panel.tsx'
import { formatMonthName } from '../bill/month-name.ts'
import { blocks } from '../calculation-data.ts'
import type { CustomState } from '../use-custom-months.ts'
import styles from './comparison.module.css'
import { drawPeaks } from './draw-peaks.ts'
import { buildPeakRows, formatPeakCsv } from './peak-rows.ts'
import { PeaksTable } from './peaks-table.tsx'
import type { Scene } from './scene.ts'
import { renderScenePng } from './scene-png.ts'
import { SceneSvg } from './scene-svg.tsx'

type Choice = 'current' | 'optimised' | 'custom'

const height = 170
const [fileWidth, fileHeight] = [1200, 190]

/** The load against the agreed power, block by block and month by month. */
export function PeaksPanel({ custom, subtitle }: { custom: CustomState; subtitle: string }) {
  const t = useT()
  const format = useFormat()
  const { i18n } = useLingui()
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const [isTable, setTable] = useState(false)
  const [wanted, setWanted] = useState<Choice>('current')
  const { calculated, profile, customKw, error, retry } = custom
  const { calculations } = calculated.answer
  const optimumKw = calculations.agreedPower.answer?.powersKw ?? null
  const choices: Choice[] = [
    'current',
    ...(optimumKw ? ['optimised' as const] : []),
    ...(customKw ? ['custom' as const] : []),
  ]
  const choice = choices.includes(wanted) ? wanted : 'current'
  const rows = useMemo(() => {
    const fixed: BlockPowers | null =
      choice === 'optimised' ? optimumKw : choice === 'custom' ? customKw : null
    return (
      profile && buildPeakRows(profile, (month) => fixed ?? calculations.newSystem[month]?.powersKw ?? null)
    )
  }, [profile, choice, optimumKw, customKw, calculations])
  const months = profile?.months.map(({ month }) => month.key) ?? []
  const highest = Math.max(
    1,
    ...(rows?.flatMap(({ peaksKw, powerKw }) => [peaksKw[0] ?? 0, powerKw ?? 0]) ?? []),
  )
  const draw = (block: (typeof blocks)[number], size: { width: number; height: number }): Scene =>
    drawPeaks({
      rows: rows ?? [],
      block,
      months,
      highest,
      ...size,
      labelOf: (month) => formatMonthName(month, i18n.locale, 'short'),
      formatKw: (kw) => `${format.number(kw, kw % 1 ? 1 : 0)} kW`,
    })
  const title = t('calculations.peaks.title')
  const name = (extension: string) => formatFileName([title, subtitle], extension)
  const downloadPng = async () => {
    const scenes = blocks.map((block) => draw(block, { width: fileWidth, height: fileHeight }))
    const shapes = scenes.flatMap((scene, place) => [
      {
        kind: 'text' as const,
        x: 0,
        y: place * (fileHeight + 28) + 14,
        text: t('calculations.block', { block: blocks[place]! }),
        colour: '--text',
        size: 13,
        align: 'left' as const,
      },
      ...scene.shapes.map((shape) => moveDown(shape, place * (fileHeight + 28) + 22)),
    ])
    const scene = { width: fileWidth, height: scenes.length * (fileHeight + 28), shapes }
    const legend = [
      { label: t(`calculations.choice.${choice}`), colour: '--text' },
      { label: t('calculations.powers.legend_above'), colour: '--energy-heat' },
      { label: t('calculations.powers.legend_peak'), colour: '--energy-home' },
    ]
    downloadBlob(await renderScenePng(scene, { title, subtitle, legend }), name('png'))
  }
  return (
    <Panel
      heading={title}
      lead={t('calculations.peaks.note')}
      tools={
        rows && (
          <PanelTools
            isTable={isTable}
            onTable={setTable}
            onCsv={() => downloadCsv(formatPeakCsv(rows), name('csv'))}
            onPng={() => void downloadPng()}
          />
        )
      }
    >
      {choices.length > 1 && (
        <div className={styles.choice}>
          <SegmentedChoice
            label={t('calculations.peaks.against')}
            value={choice}
            options={choices.map((value) => ({ value, label: t(`calculations.choice.${value}`) }))}
            onChange={setWanted}
          />
        </div>
      )}
      <div ref={frame} className={styles.peaks}>
        {error && !rows && <FailedStrip error={error} onRetry={retry} />}
        {!rows && !error && <Skeleton height={height * 3} radius={10} />}
        {rows && isTable && <PeaksTable rows={rows} name={title} />}
        {rows &&
          !isTable &&
          width > 0 &&
          blocks.map((block) => {
            const own = rows.filter((row) => row.block === block)
            const count = own.reduce((sum, { occurrences }) => sum + occurrences, 0)
            return (
              <figure key={block}>
                <figcaption>
                  <strong>{t('calculations.block', { block })}</strong>
                  <span>
                    {own.length === 0
                      ? t('calculations.peaks.no_block')
                      : t('calculations.peaks.count', { count })}
                  </span>
                </figcaption>
                {own.length > 0 && <SceneSvg scene={draw(block, { width, height })} />}
              </figure>
            )
          })}
      </div>
    </Panel>
  )
}

function moveDown(shape: Scene['shapes'][number], by: number): Scene['shapes'][number] {
  switch (shape.kind) {
    case 'rect':
    case 'text':
      return { ...shape, y: shape.y + by }
    default:
      return { ...shape, points: shape.points.map(([x, y]) => [x, y + by] as const) }
  }
}
