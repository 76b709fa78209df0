/** A brand's sign on a square of 32 by 32: round-capped strokes of one width on a coloured background. */
export interface BrandShape {
  ground: string
  ink: string
  /** The colour of the sign on a logo without a background; readable on light and dark. */
  logoInk: string
  name: string
  width: number
  strokes: Stroke[]
}

export type Stroke =
  | { kind: 'line'; from: [number, number]; to: [number, number] }
  /** Clockwise on the screen, degrees from the right. */
  | { kind: 'arc'; centre: [number, number]; radius: number; fromDegrees: number; toDegrees: number }

const rays: Stroke[] = [200, 235, 270, 305, 340].map((degrees) => {
  const at = (radius: number): [number, number] => [
    round(16 + radius * Math.cos((degrees * Math.PI) / 180)),
    round(20 + radius * Math.sin((degrees * Math.PI) / 180)),
  ]
  return { kind: 'line', from: at(9.6), to: at(11.6) }
})

export const brandShapes: Readonly<Record<string, BrandShape>> = {
  /** An ohm that is also a house on its ground. */
  ohmstead: {
    ground: '#11241f',
    ink: '#4fd1b5',
    logoInk: '#0f9480',
    name: 'Ohmstead',
    width: 2.8,
    strokes: [
      { kind: 'line', from: [7, 24.5], to: [12.2, 24.5] },
      { kind: 'line', from: [12.2, 24.5], to: [12.2, 21.6] },
      { kind: 'arc', centre: [16, 14.6], radius: 7.97, fromDegrees: 118.5, toDegrees: 421.5 },
      { kind: 'line', from: [19.8, 21.6], to: [19.8, 24.5] },
      { kind: 'line', from: [19.8, 24.5], to: [25, 24.5] },
    ],
  },
  /** The sun rising over still water. */
  sunmere: {
    ground: '#194cb1',
    ink: '#f9cc21',
    logoInk: '#2f6fe0',
    name: 'Sunmere',
    width: 2.6,
    strokes: [
      { kind: 'arc', centre: [16, 20], radius: 5.6, fromDegrees: 180, toDegrees: 360 },
      ...rays,
      { kind: 'line', from: [6.5, 20], to: [25.5, 20] },
      { kind: 'line', from: [10, 24.6], to: [22, 24.6] },
    ],
  },
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
