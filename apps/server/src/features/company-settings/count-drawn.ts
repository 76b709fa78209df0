interface Part {
  id: string | null
  /** Elements in it, itself included. */
  elements: number
  /** What it references, once for each reference. */
  targets: string[]
}

const deepest = 100
const most = 50_000

/**
 * Counts what a vector image draws once every reference is resolved: nine groups that each use the previous one
 * ten times are a thousand million elements, and freeze a browser that draws them.
 */
export function createDrawnCounter() {
  const open: Part[] = []
  const named = new Map<string, Part[]>()
  const costs = new Map<string, number>()
  const image: Part = { id: null, elements: 0, targets: [] }
  let isTooDeep = false

  const costOf = ({ elements, targets }: Part, depth: number): number =>
    targets.reduce((sum, target) => sum + costOfTarget(target, depth + 1), elements)

  function costOfTarget(id: string, depth: number): number {
    const known = costs.get(id)
    if (known !== undefined) return known
    // Visited again before it is resolved, it references itself.
    costs.set(id, Number.POSITIVE_INFINITY)
    if (depth > deepest) return Number.POSITIVE_INFINITY
    const cost = (named.get(id) ?? []).reduce((sum, part) => sum + costOf(part, depth), 0)
    costs.set(id, cost)
    return cost
  }

  return {
    open(attributes: string): void {
      const id = /\sid\s*=\s*["']\s*([\w.-]+)/.exec(attributes)?.[1] ?? null
      const targets = [...attributes.matchAll(/["'(]\s*["']?#([\w.-]+)/g)].map(([, target = '']) => target)
      open.push({ id, elements: 1, targets })
      isTooDeep ||= open.length > deepest
    },
    close(): void {
      const part = open.pop()
      if (!part) return
      if (part.id !== null) {
        const sameName = named.get(part.id)
        if (sameName) sameName.push(part)
        else named.set(part.id, [part])
      }
      const parent = open.at(-1) ?? image
      parent.elements += part.elements
      if (!isTooDeep) for (const target of part.targets) parent.targets.push(target)
    },
    isTooMuch: () => isTooDeep || costOf(image, 0) > most,
  }
}
