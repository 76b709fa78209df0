import { linkLimits } from '@ohmstead/contract/controller-messages'
import { isObject, readFinite, readName, scale } from './read-value.ts'

/** A value inside a JSON text. */
export interface Leaf {
  /** Names on the way to it, with points between; empty if the text itself is the value. */
  path: string
  /** Null where the text says null. */
  text: string | null
  unit: string | null
}

const most = { depth: 8, leaves: linkLimits.valuesPerSample, itemsPerList: 64 }

/** Numbers, truths and short texts in a JSON value, however deep; what is beyond the limits is left out. */
export function flattenJson(value: unknown): Leaf[] {
  const leaves: Leaf[] = []
  addLeaves(leaves, '', value, 0)
  return leaves
}

function addLeaves(leaves: Leaf[], path: string, value: unknown, depth: number): void {
  if (leaves.length >= most.leaves) return
  const text = readLeaf(value)
  if (text !== undefined) {
    leaves.push({ path, text, unit: null })
    return
  }
  if (depth >= most.depth) return
  if (Array.isArray(value)) addItems(leaves, path, value.slice(0, most.itemsPerList), depth)
  else if (isObject(value)) addMembers(leaves, path, value, depth)
}

function readLeaf(value: unknown): string | null | undefined {
  if (value === null || typeof value === 'boolean') return value === null ? null : String(value)
  if (typeof value === 'number') return readFinite(value) === null ? null : String(value)
  return typeof value === 'string' ? (readName(value, linkLimits.textValueLength) ?? '') : undefined
}

const unitNames = ['unit', 'unit_of_measurement', 'unitOfMeasurement', 'units']
const valueNames = ['value', 'val', 'state']

function addMembers(leaves: Leaf[], path: string, object: Record<string, unknown>, depth: number): void {
  const unit = unitNames.map((name) => readName(object[name], 16)).find((found) => found !== null)
  const valueName = unit === undefined ? undefined : valueNames.find((name) => Object.hasOwn(object, name))
  if (unit !== undefined && valueName !== undefined) {
    const text = readLeaf(object[valueName])
    if (text !== undefined) {
      leaves.push({ path, text, unit })
      return
    }
  }
  for (const [name, member] of Object.entries(object)) {
    const clean = readName(name, 60)
    // Scale factors of SunSpec are applied to the values beside them.
    if (clean === null || (name.endsWith('_SF') && typeof member === 'number')) continue
    const scaled = typeof member === 'number' ? scaleSunSpec(object, name, member) : member
    addLeaves(leaves, path === '' ? clean : `${path}.${clean}`, scaled, depth + 1)
  }
}

function addItems(leaves: Leaf[], path: string, items: readonly unknown[], depth: number): void {
  for (const [index, item] of items.entries()) {
    const name = isObject(item) ? readName(item.name ?? item.id, 60) : null
    const key = name ?? String(index)
    addLeaves(leaves, path === '' ? key : `${path}.${key}`, item, depth + 1)
  }
}

const scaleFactors: readonly (readonly [RegExp, string])[] = [
  [/^(A|Aph[ABC])$/, 'A_SF'],
  [/^(PhV|PPV)/, 'V_SF'],
  [/^(W|Wph[ABC])$/, 'W_SF'],
  [/^Hz$/, 'Hz_SF'],
  [/^VAr/, 'VAr_SF'],
  [/^WH$/, 'WH_SF'],
  [/^TotWh/, 'TotWh_SF'],
  [/^Tmp/, 'Tmp_SF'],
  [/^SoC$/, 'SoC_SF'],
  [/^SoH$/, 'SoH_SF'],
]

function scaleSunSpec(object: Record<string, unknown>, name: string, value: number): number | null {
  const factorName = scaleFactors.find(([pattern]) => pattern.test(name))?.[1]
  const exponent = factorName !== undefined && Object.hasOwn(object, factorName) ? object[factorName] : null
  if (typeof exponent !== 'number' || !Number.isInteger(exponent) || Math.abs(exponent) > 10) return value
  return scale(readFinite(value), 10 ** exponent)
}
