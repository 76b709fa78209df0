import { useState } from 'react'
import { downloadBlob, downloadCsv, formatFileName } from '../../../shared/charts/download.ts'
import { PanelTools } from '../../../shared/charts/panel-tools.tsx'
import { useT } from '../../../shared/i18n/use-t.ts'
import { useEuro } from '../../../shared/use-euro.ts'
import { Panel } from '../../../ui/panel.tsx'
import styles from './comparison.module.css'
import { CostChart, signOf } from './cost-chart.tsx'
import { costColours } from './cost-colours.ts'
import { type CostGroup, findParts, formatCostCsv } from './cost-groups.ts'
import { CostTable } from './cost-table.tsx'
import { drawCosts } from './draw-costs.ts'
import { renderScenePng } from './scene-png.ts'

interface CostPanelProps {
  id: 'month' | 'block'
  title: string
  note: string
  /** The subject of the file: point and days. */
  subtitle: string
  groups: readonly CostGroup[]
  labelOf: (key: string, length: 'short' | 'long') => string
}

const fileSize = { width: 1200, height: 460 }

/** Bars, the table behind them, and both as files. */
export function CostPanel({ id, title, note, subtitle, groups, labelOf }: CostPanelProps) {
  const t = useT()
  const euro = useEuro()
  const [isTable, setTable] = useState(false)
  const isKnown = groups.some(({ bars }) => bars.some(({ totalEur }) => totalEur !== null))
  const name = (extension: string) => formatFileName([title, subtitle], extension)
  const downloadPng = async () => {
    const scene = drawCosts({
      groups,
      ...fileSize,
      labelOf: (key) => labelOf(key, 'short'),
      formatEuro: (eur) => euro(eur, 0),
      signOf,
    })
    const legend = findParts(groups).map((part) => ({
      label: t(`calculations.part.${part}`),
      colour: costColours[part],
      isHatched: part === 'excessPower',
    }))
    const signs =
      groups[0]?.bars.map(({ system }) => `${signOf(system)} ${t(`calculations.system.${system}`)}`) ?? []
    downloadBlob(
      await renderScenePng(scene, { title, subtitle: `${subtitle} · ${signs.join(', ')}`, legend }),
      name('png'),
    )
  }
  return (
    <Panel
      heading={title}
      lead={note}
      tools={
        isKnown && (
          <PanelTools
            isTable={isTable}
            onTable={setTable}
            onCsv={() => downloadCsv(formatCostCsv(groups, id), name('csv'))}
            onPng={() => void downloadPng()}
          />
        )
      }
    >
      {!isKnown ? (
        <p className={styles.none}>{t('calculations.compare.none')}</p>
      ) : isTable ? (
        <CostTable groups={groups} name={title} labelOf={labelOf} />
      ) : (
        <CostChart groups={groups} name={title} labelOf={labelOf} />
      )}
    </Panel>
  )
}
