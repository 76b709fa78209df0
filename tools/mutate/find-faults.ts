import { createHash } from 'node:crypto'
import { parseSync } from 'vite'
import { findSqlConditions } from './find-sql-conditions.ts'

/** One deliberate fault: replaces [start, end) of the file. */
export interface Fault {
  /** Stays the same until the faulty place itself changes. */
  id: string
  file: string
  line: number
  kind: string
  start: number
  end: number
  original: string
  replacement: string
}

interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}
type Place = Pick<Fault, 'kind' | 'start' | 'end' | 'replacement'>

const boundaries: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
const opposites: Record<string, string> = { '===': '!==', '!==': '===' }
const otherSums: Record<string, string> = { '+': '-', '-': '+', '*': '/', '/': '*' }
const otherLogic: Record<string, string> = { '&&': '||', '||': '&&' }
const otherMethods = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
])
/** Removing them lets more through. */
const sieves = new Set(['filter', 'slice', 'trim', 'toSorted'])
/** Their arguments are for people who debug, not for the program. */
const noticesOnly =
  /^(deps\.|context\.|this\.)?(log|console|request\.log)\.|^new (Error|TypeError|RangeError)\b/

/** Every possible fault in a file, in the order of the text. */
export function findFaults(file: string, text: string): Fault[] {
  const { program } = parseSync(file, text)
  const places: Place[] = []
  visit(program as unknown as Node, null, (node, parent) => places.push(...faultsAt(node, parent, text)))
  const counts = new Map<string, number>()
  return places
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map((place) => {
      const original = text.slice(place.start, place.end)
      const key = [file, place.kind, original, place.replacement].join('\0')
      const nth = counts.get(key) ?? 0
      counts.set(key, nth + 1)
      const id = createHash('sha256').update(`${key}\0${nth}`).digest('hex').slice(0, 8)
      const line = text.slice(0, place.start).split('\n').length
      return { id, file, line, ...place, original }
    })
}

function faultsAt(node: Node, parent: Node | null, text: string): Place[] {
  const source = (of: Node) => text.slice(of.start, of.end)
  const fault = (kind: string, replacement: string, of = node): Place => ({
    kind,
    start: of.start,
    end: of.end,
    replacement,
  })
  switch (node.type) {
    case 'IfStatement': {
      const test = node.test as Node
      return [
        isExit(node.consequent as Node)
          ? fault('drop guard', 'false', test)
          : fault('negate', `!(${source(test)})`, test),
      ]
    }
    case 'ConditionalExpression':
      return [fault('negate', `!(${source(node.test as Node)})`, node.test as Node)]
    case 'BinaryExpression': {
      const [left, right] = [node.left as Node, node.right as Node]
      const other = (table: Record<string, string>) => table[node.operator as string]
      const swapped = (operator: string) => `(${source(left)}) ${operator} (${source(right)})`
      const boundary = other(boundaries)
      if (boundary) return [fault('boundary', swapped(boundary))]
      const opposite = other(opposites)
      if (opposite) return [fault('equality', swapped(opposite))]
      const sum = other(otherSums)
      return sum && !isText(left) && !isText(right) ? [fault('arithmetic', swapped(sum))] : []
    }
    case 'LogicalExpression': {
      const other = otherLogic[node.operator as string]
      return other
        ? [fault('logic', `(${source(node.left as Node)}) ${other} (${source(node.right as Node)})`)]
        : []
    }
    case 'ExpressionStatement':
      return isCall(node.expression as Node) && !noticesOnly.test(source(node).replace(/^await /, ''))
        ? [fault('drop call', 'undefined', node.expression as Node)]
        : []
    case 'CallExpression':
      return faultsOfMethod(node, source, fault)
    case 'Literal':
      if (typeof node.value === 'boolean') return [fault('constant', String(!node.value))]
      return typeof node.value === 'number' && node.value > 1 && !isKey(node, parent) && !isLook(parent)
        ? [fault('constant', String(otherNumber(node.value)))]
        : []
    case 'JSXAttribute':
      return faultsOfAttribute(node, fault)
    case 'TaggedTemplateExpression':
      return source(node.tag as Node) !== 'sql'
        ? []
        : findSqlConditions(source(node)).map(({ start, end }) =>
            fault('drop condition', source(node).slice(0, start) + source(node).slice(end)),
          )
    default:
      return []
  }
}

function faultsOfMethod(
  node: Node,
  source: (of: Node) => string,
  fault: (kind: string, text: string) => Place,
) {
  const callee = node.callee as Node
  if (callee.type !== 'MemberExpression' || callee.computed) return []
  const [object, name] = [source(callee.object as Node), source(callee.property as Node)]
  if (sieves.has(name)) return [fault('drop sieve', object)]
  const other = otherMethods.get(name)
  return other ? [fault('method', `${object}.${other}${source(node).slice(callee.end - node.start)}`)] : []
}

function faultsOfAttribute(node: Node, fault: (kind: string, text: string, of?: Node) => Place): Place[] {
  const name = (node.name as Node).name as string
  const value = node.value as Node | null
  if (value?.type !== 'JSXExpressionContainer') return []
  const expression = value.expression as Node
  if (/^on[A-Z]/.test(name)) return [fault('dead handler', '(() => {})', expression)]
  return /^(disabled|hidden|checked|open)$/.test(name) && expression.type !== 'Literal'
    ? [fault('attribute', 'false', expression)]
    : []
}

function visit(node: Node, parent: Node | null, take: (node: Node, parent: Node | null) => void): void {
  if (isTypeOnly(node)) return
  if (noticesOnlyNode(node)) return
  take(node, parent)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, node, take)
}

/** Types are erased at run time, and imports are no expressions. */
function isTypeOnly({ type }: Node): boolean {
  return (
    /^(TS(?!AsExpression|NonNullExpression|SatisfiesExpression)|Import(?!Expression)|ExportAll)/.test(type) ||
    type === 'Decorator'
  )
}

function noticesOnlyNode(node: Node): boolean {
  if (node.type !== 'NewExpression') return false
  const { name } = node.callee as Node
  return name === 'Error' || name === 'TypeError' || name === 'RangeError'
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** A small number off by one, a large one doubled: one more than a million is not a realistic mistake. */
const otherNumber = (value: number) => (value < 10 ? value + 1 : 2 * value)

function isExit(node: Node): boolean {
  const only = node.type === 'BlockStatement' ? (node.body as Node[]) : [node]
  return only.length === 1 && /^(Return|Throw|Continue|Break)Statement$/.test(only[0]!.type)
}

function isCall(node: Node): boolean {
  if (node.type === 'AwaitExpression' || (node.type === 'UnaryExpression' && node.operator === 'void'))
    return isCall(node.argument as Node)
  return node.type === 'CallExpression'
}

function isText(node: Node): boolean {
  return (
    node.type === 'TemplateLiteral' ||
    (node.type === 'Literal' && typeof node.value === 'string') ||
    (node.type === 'BinaryExpression' && (isText(node.left as Node) || isText(node.right as Node)))
  )
}

/** The size of an icon and the like are judged by eye. */
const isLook = (parent: Node | null) => parent?.type === 'JSXExpressionContainer'

function isKey(node: Node, parent: Node | null): boolean {
  return parent?.type === 'Property' && parent.key === node && !parent.computed
}
