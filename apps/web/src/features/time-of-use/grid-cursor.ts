import { cellsPerDay } from '@ohmstead/pricing/time-plan/week-cells'

/** Where the keyboard or the finger is in the grid of a week: a column and a quarter-hour. */
export interface GridPlace {
  column: number
  cell: number
}

/** From where to where is selected, both included. */
export interface GridSelection {
  anchor: GridPlace
  head: GridPlace
}

const cellsPerHour = 4

/** Where a key leads; null for other keys. Up and down go through the day, left and right from day to day. */
export function moveByKey(place: GridPlace, key: string, columns: number): GridPlace | null {
  const steps: Record<string, Partial<GridPlace>> = {
    ArrowDown: { cell: place.cell + 1 },
    ArrowUp: { cell: place.cell - 1 },
    PageDown: { cell: place.cell + cellsPerHour },
    PageUp: { cell: place.cell - cellsPerHour },
    Home: { cell: 0 },
    End: { cell: cellsPerDay - 1 },
    ArrowRight: { column: place.column + 1 },
    ArrowLeft: { column: place.column - 1 },
  }
  const step = steps[key]
  if (!step) return null
  return {
    column: clamp(step.column ?? place.column, columns),
    cell: clamp(step.cell ?? place.cell, cellsPerDay),
  }
}

/** The place below a point, as shares of the width and height of all days. */
export function placeAt(x: number, y: number, columns: number): GridPlace {
  return {
    column: clamp(Math.floor(x * columns), columns),
    cell: clamp(Math.floor(y * cellsPerDay), cellsPerDay),
  }
}

/** The area of a selection: its columns, and its quarter-hours half-open. */
export function areaOf({ anchor, head }: GridSelection) {
  return {
    firstColumn: Math.min(anchor.column, head.column),
    lastColumn: Math.max(anchor.column, head.column),
    from: Math.min(anchor.cell, head.cell),
    to: Math.max(anchor.cell, head.cell) + 1,
  }
}

const clamp = (value: number, count: number) => Math.max(0, Math.min(count - 1, value))
