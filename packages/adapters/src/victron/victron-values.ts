import type { ControllerSample, ReadingValue } from '@ohmstead/contract/controller-messages'
import type { Description, DeviceBook } from '../device-book.ts'
import { createPathTable } from '../path-table.ts'
import { readFinite, readName, scale } from '../read-value.ts'
import {
  gridSource,
  phaseCounts,
  readChargerStatus,
  readGridMode,
  victronRows,
  victronSums,
} from './victron-table.ts'

const findRow = createPathTable(victronRows)
const sumsOf = new Map(victronSums.flatMap((sum) => sum.parts.map((part) => [part, sum] as const)))

const names: Record<string, Description> = {
  grid: { category: 'GRID', name: { kind: 'grid' } },
  pv: { category: 'SOLAR_POWER_PLANT', name: { kind: 'pv' } },
  bat: { category: 'BATTERY', name: { kind: 'battery' } },
  load: { category: 'OTHER', name: { kind: 'consumption' } },
}

export function declareVictron(book: DeviceBook, id: string): void {
  if (book.has(id)) return
  const number = /^ev(\d{1,4})$/.exec(id)?.[1]
  if (number !== undefined)
    book.declare(id, { category: 'EV_CHARGER', name: { kind: 'charger', number: Number(number) } })
  else if (Object.hasOwn(names, id)) book.declare(id, names[id]!)
}

/** Values of the paths of one GX device; it tells each of them alone, so sums are of what was told last. */
export function createVictronReader(book: DeviceBook) {
  const parts = new Map<string, number | null>()
  const phases = new Map<string, number>()
  /** The first instance of services whose values have one place. */
  const instances = new Map<string, string>()
  let mode: number | null | undefined
  let toldMode: number | null | undefined

  function isFirstInstance(path: string): boolean {
    const [service = '', instance = ''] = path.split('/')
    if (service === 'system') return instance === '0'
    if (service !== 'grid' && service !== 'battery') return true
    const first = instances.get(service) ?? instance
    instances.set(service, first)
    return first === instance
  }

  /** Null if nothing of it is known; undefined while a part is missing. */
  function addUp(sum: readonly string[]): number | null | undefined {
    let total: number | null = null
    for (const part of sum) {
      const value = parts.get(part)
      const place = /^(.*)\/L(\d)\/Power$/.exec(part)
      if (value === undefined && place && Number(place[2]) <= (phases.get(place[1]!) ?? 0)) return undefined
      if (typeof value === 'number') total = (total ?? 0) + value
    }
    return scale(total, 1)
  }

  function put(values: ControllerSample['values'], key: string, value: ReadingValue): void {
    const [device = '', metric = ''] = key.split('/')
    // What a system does not have is told without a value.
    if (value !== null) declareVictron(book, device)
    if (!book.has(device)) return
    book.noteMetric(device, metric)
    values[key] = value
  }

  /** Of a system without a grid nothing is said of it. */
  function putGridMode(values: ControllerSample['values'], isTold: boolean): void {
    if (!book.has('grid') || mode === undefined || (mode === toldMode && !isTold)) return
    toldMode = mode
    put(values, 'grid/grid_mode', mode)
  }

  return {
    /** The values that follow from this one; `value` is null if it is not valid. */
    read(path: string, value: unknown): ControllerSample['values'] {
      const values: ControllerSample['values'] = {}
      const number = readFinite(value)
      const place = phaseCounts.exec(path)
      if (place) {
        phases.set(`system/0/Ac/${place[1]}`, number ?? 0)
        return values
      }
      const found = isFirstInstance(path) ? findRow(path) : null
      if (found) put(values, `${found.device}/${found.metric}`, scale(number, found.factor))
      const sum = sumsOf.get(path)
      if (sum) {
        parts.set(path, number)
        const total = addUp(sum.parts)
        if (total !== undefined) put(values, sum.target, total)
      }
      if (path === gridSource) mode = readGridMode(number)
      putGridMode(values, path === gridSource)
      const charger = /^evcharger\/(\d{1,4})\/Status$/.exec(path)?.[1]
      if (charger !== undefined) put(values, `ev${charger}/ev_status`, readChargerStatus(number))
      return values
    },
    /** Names, models and serial numbers, which are values like others. */
    describe(path: string, value: unknown): void {
      const match = /^(grid|battery|evcharger)\/(\d{1,4})\/(CustomName|ProductName|Serial)$/.exec(path)
      const text = readName(value)
      if (!match || text === null || !isFirstInstance(path)) return
      const [, service = '', instance, what] = match
      const id = service === 'evcharger' ? `ev${instance}` : service === 'battery' ? 'bat' : 'grid'
      declareVictron(book, id)
      const device = book.find(id)
      if (!device) return
      book.declare(id, {
        category: device.category,
        name: what === 'CustomName' ? text : (device.generic ?? device.name),
        ...(what === 'ProductName' && { model: text }),
        ...(what === 'Serial' && { serial: text }),
      })
    },
  }
}
