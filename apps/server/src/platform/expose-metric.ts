import { Counter, Gauge, type Registry } from 'prom-client'

type Labels = Record<string, string>
/** One value, or one for each set of labels; what is unknown is left out. */
type Values = number | null | readonly (readonly [labels: Labels, value: number | null])[]

interface Described {
  name: string
  help: string
  labelNames?: readonly string[]
}

/** A gauge whose value is looked up when somebody reads the metrics. A second one of the name replaces the first. */
export function exposeGauge(registry: Registry, described: Described, find: () => Values): void {
  registry.removeSingleMetric(described.name)
  new Gauge({
    ...described,
    registers: [registry],
    collect() {
      const values = find()
      this.reset()
      // Without labels the library would say 0 where nothing is known.
      if (values === null) this.remove()
      for (const [labels, value] of listValues(values)) this.set(labels, value)
    },
  })
}

/** The same for what was counted elsewhere since the start of the process: counting costs one addition. */
export function exposeCounter(registry: Registry, described: Described, find: () => Values): void {
  registry.removeSingleMetric(described.name)
  new Counter({
    ...described,
    registers: [registry],
    collect() {
      this.reset()
      for (const [labels, value] of listValues(find())) this.inc(labels, value)
    },
  })
}

function listValues(values: Values): [Labels, number][] {
  const listed = typeof values === 'object' && values !== null ? values : [[{}, values] as const]
  return listed.flatMap(([labels, value]) => (value === null ? [] : [[labels, value] as [Labels, number]]))
}
