import { useId } from 'react'
import type { Point, Scene, Shape } from './scene.ts'

const anchors = { left: 'start', center: 'middle', right: 'end' } as const

/** The shapes of a picture; its container describes it in words. */
export function SceneSvg({ scene, children }: { scene: Scene; children?: React.ReactNode }) {
  const hatch = useId()
  return (
    <svg width={scene.width} height={scene.height} style={{ display: 'block' }} aria-hidden>
      <pattern id={hatch} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width={2} height={5} style={{ fill: 'var(--surface)' }} />
      </pattern>
      {children}
      {scene.shapes.map((shape, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes have their order and nothing else
        <ShapeSvg key={place} shape={shape} hatch={hatch} />
      ))}
    </svg>
  )
}

function ShapeSvg({ shape, hatch }: { shape: Shape; hatch: string }) {
  const colour = `var(${shape.colour})`
  switch (shape.kind) {
    case 'rect': {
      const { x, y, width, height } = shape
      return (
        <>
          <rect x={x} y={y} width={width} height={height} style={{ fill: colour }} />
          {shape.isHatched && (
            <rect x={x} y={y} width={width} height={height} fill={`url(#${hatch})`} opacity={0.55} />
          )}
        </>
      )
    }
    case 'line':
      return (
        <path
          d={toPath(shape.points)}
          style={{ stroke: colour }}
          fill="none"
          strokeWidth={shape.width}
          strokeDasharray={shape.dash?.join(' ')}
        />
      )
    case 'dots':
      return (
        <g
          style={shape.isRing ? { stroke: colour, fill: 'none' } : { fill: colour }}
          strokeWidth={2}
          opacity={shape.opacity}
        >
          <path d={shape.points.map((point) => toCircle(point, shape.radius)).join('')} />
        </g>
      )
    case 'text':
      return (
        <text
          x={shape.x}
          y={shape.y}
          fontSize={shape.size}
          textAnchor={anchors[shape.align]}
          style={{ fill: colour }}
        >
          {shape.text}
        </text>
      )
  }
}

const toPath = (points: readonly Point[]) =>
  points.map(([x, y], place) => `${place === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')

const toCircle = ([x, y]: Point, r: number) =>
  `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`

const round = (value: number) => Math.round(value * 10) / 10
