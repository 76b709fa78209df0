import { type PowerFlow, stillW } from '@ohmstead/domain/energy-flow/power-flow'
import { IconBattery3, IconChargingPile, IconFlame, IconHome, IconSun } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { type MessageKey, useT } from '../../shared/i18n/use-t.ts'
import { type LocationAddress, locationPaths } from '../../shared/paths.ts'
import { useQuantity } from '../../shared/quantity/use-quantity.ts'
import { useReducedMotion } from '../../shared/use-reduced-motion.ts'
import { useTween } from '../../shared/use-tween.ts'
import { PylonIcon } from '../../ui/pylon-icon.tsx'
import styles from './energy-flow.module.css'
import {
  buildFlowEdges,
  buildSourceRing,
  calculateViewBox,
  type FlowNode,
  type FlowNodeKey,
  layoutFlow,
} from './flow-geometry.ts'
import { FlowLine } from './flow-line.tsx'
import { historySearch } from './history-link.ts'

const icons: Record<FlowNodeKey, ComponentType<{ size?: number; stroke?: number }>> = {
  sun: IconSun,
  grid: PylonIcon,
  battery: IconBattery3,
  home: IconHome,
  ev: IconChargingPile,
  heat: IconFlame,
}

function colourOf(key: FlowNodeKey, flow: PowerFlow): string {
  switch (key) {
    case 'sun':
      return takesForItself(flow) ? 'var(--energy-home)' : 'var(--energy-sun)'
    case 'grid':
      return (flow.gridW ?? 0) < 0 ? 'var(--energy-grid-export)' : 'var(--energy-grid-import)'
    case 'battery':
      return (flow.batteryW ?? 0) > 0 ? 'var(--energy-battery-discharge)' : 'var(--energy-battery-charge)'
    case 'home':
      return 'var(--energy-home)'
    case 'ev':
      return 'var(--energy-ev)'
    case 'heat':
      return 'var(--energy-heat)'
  }
}

const ringColours = {
  sun: 'var(--energy-sun)',
  battery: 'var(--energy-battery-discharge)',
  grid: 'var(--energy-grid-import)',
}

/** At night an inverter draws a little itself: that is no sun. */
const takesForItself = ({ productionW }: PowerFlow) => productionW !== null && productionW <= -stillW

/** Without the sign if the label gives the direction. */
const shownPower = (key: FlowNodeKey, watts: number | null) =>
  watts !== null && (key === 'grid' || key === 'battery') ? Math.abs(watts) : watts

function labelKey(key: FlowNodeKey, flow: PowerFlow): MessageKey {
  if (key === 'grid' && Math.abs(flow.gridW ?? 0) >= stillW) {
    return (flow.gridW ?? 0) > 0 ? 'location_overview.flow.grid_import' : 'location_overview.flow.grid_export'
  }
  if (key === 'battery' && Math.abs(flow.batteryW ?? 0) >= stillW) {
    return (flow.batteryW ?? 0) > 0
      ? 'location_overview.flow.battery_discharge'
      : 'location_overview.flow.battery_charge'
  }
  if (key === 'sun' && takesForItself(flow)) return 'location_overview.flow.inverter'
  if (key === 'heat') return 'location_overview.flow.heat_short'
  return `location_overview.flow.${key}`
}

/** Sun, grid, battery, car and heat around the house, with the current flows between them. */
export function EnergyFlow({
  address,
  flow,
  mean,
  isCurrent,
}: {
  address: LocationAddress
  flow: PowerFlow
  mean: PowerFlow | null
  isCurrent: boolean
}) {
  const t = useT()
  const { text } = useQuantity()
  const format = useFormat()
  const isStill = useReducedMotion()
  const edges = buildFlowEdges(flow)
  const powerOf = (key: FlowNodeKey, from: PowerFlow) =>
    ({
      sun: from.productionW,
      grid: from.gridW,
      battery: from.batteryW,
      home: from.homeW,
      ev: from.evW,
      heat: from.heatW,
    })[key]
  const nodes = layoutFlow(flow.has)
  const box = calculateViewBox(flow.has)

  return (
    <figure className={styles.figure} data-current={isCurrent || undefined}>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: its links have names, the rest is a picture that the caption tells */}
      <svg viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`} className={styles.svg}>
        {edges.map((edge) => (
          <FlowLine
            key={edge.key}
            edge={edge}
            colour={colourOf(edge.key, flow)}
            isMoving={!isStill && isCurrent}
          />
        ))}
        {nodes.map((node) => (
          <Node
            key={node.key}
            node={node}
            colour={colourOf(node.key, flow)}
            powerW={powerOf(node.key, flow)}
            label={t(labelKey(node.key, flow))}
            flow={flow}
          />
        ))}
        {nodes.map(({ key, x, y, radius }) => (
          <Link
            key={key}
            to={locationPaths.charts(address)}
            search={historySearch(key) as never}
            className={styles.history}
            aria-label={t('location_overview.flow.history', { name: t(labelKey(key, flow)) })}
          >
            <circle cx={x} cy={y} r={radius} />
          </Link>
        ))}
      </svg>
      <figcaption className="visually-hidden">
        <dl>
          {nodes.map((node) => {
            const watts = powerOf(node.key, flow)
            const average = mean && powerOf(node.key, mean)
            return (
              <div key={node.key}>
                <dt>{t(labelKey(node.key, flow))}</dt>
                <dd>
                  {text(shownPower(node.key, watts), 'W')}
                  {node.key === 'battery' && flow.stateOfCharge !== null
                    ? `, ${t('location_overview.flow.charge', { value: format.percent(flow.stateOfCharge / 100, 0) })}`
                    : ''}
                  {mean
                    ? `, ${t('location_overview.flow.mean', { value: text(shownPower(node.key, average), 'W') })}`
                    : ''}
                </dd>
              </div>
            )
          })}
        </dl>
      </figcaption>
    </figure>
  )
}

const longLabel = 9

interface NodeProps {
  node: FlowNode
  colour: string
  powerW: number | null
  label: string
  flow: PowerFlow
}

function Node({ node, colour, powerW, label, flow }: NodeProps) {
  const { parts } = useQuantity()
  const format = useFormat()
  const shown = useTween(shownPower(node.key, powerW))
  const { number, unit } = parts(shown, 'W')
  const Icon = icons[node.key]
  const isHome = node.key === 'home'
  const iconSize = isHome ? 26 : 20
  const isBusy = powerW !== null && Math.abs(powerW) >= stillW
  const charge = node.key === 'battery' ? flow.stateOfCharge : null
  return (
    <g style={{ color: colour }} className={isBusy ? styles.busy : undefined} aria-hidden>
      <circle cx={node.x} cy={node.y} r={node.radius} className={styles.disc} />
      {isHome ? (
        buildSourceRing(flow.sources).map(({ key, from, part }) => (
          <Arc key={key} node={node} from={from} part={part} colour={ringColours[key]} width={4} />
        ))
      ) : charge === null ? (
        <circle cx={node.x} cy={node.y} r={node.radius} className={styles.rim} />
      ) : (
        <Arc node={node} from={0} part={charge / 100} colour="var(--energy-battery-charge)" width={3} />
      )}
      <g
        className={styles.icon}
        transform={`translate(${node.x - iconSize / 2} ${node.y - (isHome ? 33 : 25)})`}
      >
        <Icon size={iconSize} stroke={1.6} />
      </g>
      <text x={node.x} y={node.y + (isHome ? 16 : 13)} className={isHome ? styles.homeNumber : styles.number}>
        {number}
        <tspan className={styles.unit} dx={2}>
          {unit}
        </tspan>
      </text>
      {/* Inside its disc a long word has to be small. */}
      <text
        x={node.x}
        y={labelY(node)}
        className={`${styles.label} ${isHome && label.length > longLabel ? styles.small : ''}`}
      >
        {label}
        {charge !== null && <tspan className={styles.charge}>{`  ${format.percent(charge / 100, 0)}`}</tspan>}
      </text>
    </g>
  )
}

/** Below its disc; above it at the top, where the line leaves below. */
function labelY({ key, y, radius }: FlowNode): number {
  if (key === 'home') return y + 34
  return key === 'sun' ? y - radius - 9 : y + radius + 16
}

/** A part of a node's rim, clockwise from the top. */
function Arc({
  node,
  from,
  part,
  colour,
  width,
}: {
  node: FlowNode
  from: number
  part: number
  colour: string
  width: number
}) {
  return (
    <circle
      cx={node.x}
      cy={node.y}
      r={node.radius}
      className={styles.arc}
      stroke={colour}
      strokeWidth={width}
      pathLength={1}
      strokeDasharray={`${Math.max(0, part - (part < 0.99 ? 0.012 : 0))} 1`}
      strokeDashoffset={-from}
      transform={`rotate(-90 ${node.x} ${node.y})`}
    />
  )
}
