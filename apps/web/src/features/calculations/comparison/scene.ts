/** A picture as shapes: rendered on the page and to a file alike. `colour` is a token of the theme. */
export type Shape =
  | { kind: 'rect'; x: number; y: number; width: number; height: number; colour: string; isHatched?: boolean }
  | { kind: 'line'; points: readonly Point[]; colour: string; width: number; dash?: readonly number[] }
  | {
      kind: 'dots'
      points: readonly Point[]
      colour: string
      radius: number
      isRing?: boolean
      opacity?: number
    }
  | {
      kind: 'text'
      x: number
      y: number
      text: string
      colour: string
      size: number
      align: 'left' | 'center' | 'right'
    }

export type Point = readonly [x: number, y: number]

export interface Scene {
  width: number
  height: number
  shapes: Shape[]
}
