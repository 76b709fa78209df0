import { type PowerFlow, stillW } from '@ohmstead/domain/energy-flow/power-flow'

export type FlowNodeKey = 'sun' | 'grid' | 'battery' | 'home' | 'ev' | 'heat'

export interface FlowNode {
  key: FlowNodeKey
  x: number
  y: number
  radius: number
}

export interface FlowEdge {
  key: Exclude<FlowNodeKey, 'home'>
  /** From the node to the house. */
  path: string
  /** Middle of the path and the direction there, in degrees, for the arrow of the static picture. */
  arrow: { x: number; y: number; angle: number }
  /** 1 towards the house, −1 away from it, 0 still or unknown. */
  direction: -1 | 0 | 1
  powerW: number | null
  /** Dots per second times their distance: their speed, in px/s. */
  speed: number
}

const places: Record<FlowNodeKey, FlowNode> = {
  sun: { key: 'sun', x: 200, y: 60, radius: 34 },
  grid: { key: 'grid', x: 52, y: 190, radius: 34 },
  home: { key: 'home', x: 200, y: 190, radius: 54 },
  battery: { key: 'battery', x: 348, y: 190, radius: 34 },
  ev: { key: 'ev', x: 96, y: 322, radius: 32 },
  heat: { key: 'heat', x: 304, y: 322, radius: 32 },
}

/** The nodes of what the location has; the house is in the middle. */
export function layoutFlow(has: PowerFlow['has']): FlowNode[] {
  const keys: FlowNodeKey[] = ['home']
  if (has.production) keys.push('sun')
  if (has.grid) keys.push('grid')
  if (has.battery) keys.push('battery')
  if (has.ev) keys.push('ev')
  if (has.heat) keys.push('heat')
  return keys.map((key) => places[key])
}

/** The used part of the picture, as an SVG view box: missing nodes leave no hole, and nothing grows huge. */
export function calculateViewBox(has: PowerFlow['has']): {
  x: number
  y: number
  width: number
  height: number
} {
  const nodes = layoutFlow(has)
  const left = Math.min(...nodes.map(({ x, radius }) => x - radius)) - 18
  const right = Math.max(...nodes.map(({ x, radius }) => x + radius)) + 18
  const top = Math.min(...nodes.map(({ key, y, radius }) => y - radius - (key === 'sun' ? 24 : 6)))
  const bottom = Math.max(...nodes.map(({ key, y, radius }) => y + radius + (key === 'home' ? 8 : 24)))
  const width = Math.max(360, right - left)
  return { x: (left + right - width) / 2, y: top, width, height: bottom - top }
}

/** The lines between the house and everything around it, each with direction and speed. */
export function buildFlowEdges(flow: PowerFlow): FlowEdge[] {
  const powers: Record<FlowEdge['key'], number | null> = {
    sun: flow.productionW,
    grid: flow.gridW,
    battery: flow.batteryW,
    // Car and heat draw from the house: positive means away from it.
    ev: flow.evW === null ? null : -flow.evW,
    heat: flow.heatW === null ? null : -flow.heatW,
  }
  return layoutFlow(flow.has)
    .filter((node): node is FlowNode & { key: FlowEdge['key'] } => node.key !== 'home')
    .map((node) => {
      const signedW = powers[node.key]
      const isStill = signedW === null || Math.abs(signedW) < stillW
      return {
        key: node.key,
        ...connect(node, places.home),
        direction: isStill ? 0 : signedW > 0 ? 1 : -1,
        powerW: signedW === null ? null : Math.abs(signedW),
        speed: isStill ? 0 : calculateSpeed(signedW),
      }
    })
}

/** Grows with power at a decreasing rate: 100 W creeps, 1 kW walks, 10 kW runs, and nothing becomes a blur. */
export function calculateSpeed(powerW: number): number {
  const size = Math.abs(powerW)
  if (size < stillW) return 0
  return Math.min(110, 10 + 24 * Math.log10(1 + size / 100) ** 1.35)
}

/** A soft curve between the rims of two circles. */
function connect(from: FlowNode, to: FlowNode): Pick<FlowEdge, 'path' | 'arrow'> {
  const dx = to.x - from.x
  const dy = to.y - from.y
  const length = Math.hypot(dx, dy)
  const [ux, uy] = [dx / length, dy / length]
  const start = { x: from.x + ux * (from.radius + 3), y: from.y + uy * (from.radius + 3) }
  const end = { x: to.x - ux * (to.radius + 5), y: to.y - uy * (to.radius + 5) }
  // The bend grows with the slant of the line, so vertical and horizontal ones stay straight.
  const bend = Math.min(Math.abs(ux), Math.abs(uy)) * 26 * Math.sign(dx * dy || 1)
  const middle = { x: (start.x + end.x) / 2 - uy * bend, y: (start.y + end.y) / 2 + ux * bend }
  const round = (value: number) => Math.round(value * 10) / 10
  return {
    path: `M${round(start.x)} ${round(start.y)} Q${round(middle.x)} ${round(middle.y)} ${round(end.x)} ${round(end.y)}`,
    arrow: {
      x: round((start.x + 2 * middle.x + end.x) / 4),
      y: round((start.y + 2 * middle.y + end.y) / 4),
      angle: round((Math.atan2(end.y - start.y, end.x - start.x) * 180) / Math.PI),
    },
  }
}

/** Arcs of the ring around the house: start and length as parts of the full circle, in a fixed order. */
export function buildSourceRing(
  sources: PowerFlow['sources'],
): { key: 'sun' | 'battery' | 'grid'; from: number; part: number }[] {
  if (!sources) return []
  const ring: { key: 'sun' | 'battery' | 'grid'; from: number; part: number }[] = []
  let from = 0
  for (const [key, part] of [
    ['sun', sources.production],
    ['battery', sources.battery],
    ['grid', sources.grid],
  ] as const) {
    if (part > 0.005) ring.push({ key, from, part })
    from += part
  }
  return ring
}
