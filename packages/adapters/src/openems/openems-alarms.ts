import type { EventMessage } from '@ohmstead/contract/controller-messages'
import type { DeviceBook } from '../device-book.ts'
import { isObject, readFinite } from '../read-value.ts'
import type { EdgeConfig } from './openems-config.ts'

type Alarm = Omit<EventMessage, 'id'>

const mostComponents = 300
const offGrid = 2
const fault = 3

/** Alarms of what an Edge says live: the grid that is gone, and components that have failed. */
export function createEdgeAlarms(book: DeviceBook) {
  /** By component; whether it has failed. `grid` is the grid's. */
  const isRaised = new Map<string, boolean>()

  function tell(key: string, raised: boolean, alarm: Omit<Alarm, 'state'>): Alarm[] {
    if (isRaised.get(key) === raised) return []
    if (!isRaised.has(key) && isRaised.size >= mostComponents) return []
    isRaised.set(key, raised)
    return [{ ...alarm, state: raised ? 'raised' : 'cleared' }]
  }

  function read(ts: number, channels: Record<string, unknown>, config: EdgeConfig | null): Alarm[] {
    const alarms: Alarm[] = []
    const mode = readFinite(channels['_sum/GridMode'])
    if (mode !== null && mode > 0) {
      const device = book.has('grid') ? 'grid' : null
      alarms.push(
        ...tell('grid', mode === offGrid, { ts, type: 'OFF_GRID', device, code: '_sum', text: null }),
      )
    }
    for (const [name, value] of Object.entries(channels)) {
      const id = /^(\w[\w-]{0,39})\/State$/.exec(name)?.[1]
      const state = readFinite(value)
      if (id === undefined || id === '_sum' || state === null) continue
      const text = config?.components.find((component) => component.id === id)?.alias ?? null
      const device = deviceOf(id, config)
      const known = device !== null && book.has(device) ? device : null
      alarms.push(
        ...tell(`State of ${id}`, state >= fault, { ts, type: 'ERROR', device: known, code: id, text }),
      )
    }
    const sum = readFinite(channels['_sum/State'])
    // The sum repeats what a component has said; alone it is all that is known.
    const isSaid = [...isRaised].some(
      ([key, raised]) => raised && key.startsWith('State of') && key !== ofSum,
    )
    if (sum !== null)
      alarms.push(
        ...tell(ofSum, sum >= fault && !isSaid, {
          ts,
          type: 'ERROR',
          device: null,
          code: '_sum',
          text: null,
        }),
      )
    return alarms
  }

  return {
    /** Of all times of a live frame, in their order. */
    read(params: unknown, config: EdgeConfig | null): Alarm[] {
      if (!isObject(params)) return []
      return Object.entries(params)
        .filter(([ts, channels]) => /^\d{12,14}$/.test(ts) && isObject(channels))
        .flatMap(([ts, channels]) => read(Number(ts), channels as Record<string, unknown>, config))
    },
  }
}

const ofSum = 'State of _sum'

function deviceOf(id: string, config: EdgeConfig | null): string | null {
  switch (config?.roles.get(id)) {
    case 'grid':
      return 'grid'
    case 'production':
      return 'pv'
    case 'ess':
    case 'battery':
      return 'bat'
    case undefined:
      return null
    default:
      return id
  }
}
