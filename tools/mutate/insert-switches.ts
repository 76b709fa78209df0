import { parseSync } from 'vite'
import type { Fault } from './find-faults.ts'

interface Node {
  type: string
  start: number
  [field: string]: unknown
}

/**
 * The file with all its chosen faults, each behind a switch, so that one copy of the tree serves every fault and
 * nothing is compiled twice. `switchPath` is the module that says which fault is on.
 */
export function insertSwitches(
  file: string,
  text: string,
  faults: readonly Fault[],
  switchPath: string,
): string {
  const statementStarts = findStatementStarts(parseSync(file, text).program as unknown as Node)
  const before = new Map<number, string[]>()
  const after = new Map<number, string[]>()
  const put = (map: Map<number, string[]>, at: number, inserted: string) =>
    map.set(at, [...(map.get(at) ?? []), inserted])
  // The longer one first: it opens before and closes after what is inside.
  for (const { id, start, end, replacement } of faults.toSorted(
    (a, b) => a.start - b.start || b.end - a.end,
  )) {
    put(before, start, `(isFaultOn('${id}') ? (${replacement}) : (`)
    after.set(end, ['))', ...(after.get(end) ?? [])])
  }
  let result = ''
  for (let at = 0; at <= text.length; at++) {
    result += (after.get(at) ?? []).join('')
    const opened = before.get(at)
    // A line that begins with a bracket would continue the previous line.
    if (opened) result += (statementStarts.has(at) ? ';' : '') + opened.join('')
    result += text[at] ?? ''
  }
  const switched = `import { isFaultOn } from '${switchPath}'; ${result}`
  const [error] = parseSync(file, switched).errors
  if (error) throw new Error(`${file} with its faults: ${error.message}`)
  return switched
}

function findStatementStarts(program: Node): Set<number> {
  const starts = new Set<number>()
  const visit = (node: Node) => {
    for (const value of Object.values(node)) {
      if (Array.isArray(value)) {
        for (const child of value.filter(isNode)) {
          if (child.type === 'ExpressionStatement') starts.add(child.start)
          visit(child)
        }
      } else if (isNode(value)) visit(value)
    }
  }
  visit(program)
  return starts
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
