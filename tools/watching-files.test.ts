import { describe, expect, test } from 'vitest'
import { readText } from './documents/read-source.ts'

// The dashboard and the alerts of deploy/ ask for metrics that exist, and each alert says what to do. That docs/metrics.md
// lists what the server has is a test of the server.

const rules = readText('deploy/prometheus/ohmstead.rules.yml')
const known = new Set(
  [...readText('docs/metrics.md').matchAll(/^\| `(\w+)` \| (\w+) \|/gm)].flatMap(([, name, type]) =>
    type === 'histogram' ? ['_bucket', '_count', '_sum'].map((part) => name + part) : [name!],
  ),
)
/** Of the runtime, of Prometheus itself, and of the exporter that looks from outside. */
const others = /^(ohmstead_(nodejs|process)_\w+|ALERTS|up|probe_\w+)$/
const metricsOf = (expression: string) =>
  [...expression.matchAll(/\b(ohmstead_\w+|probe_\w+)/g)]
    .map(([name]) => name)
    .filter((name) => !known.has(name) && !others.test(name))

interface Panel {
  title: string
  type: string
  description?: string
  datasource?: { uid: string }
  fieldConfig?: { defaults: { unit: string } }
  targets?: { expr: string; datasource: { uid: string } }[]
}

describe('the dashboard', () => {
  const { panels, templating } = JSON.parse(readText('deploy/grafana/ohmstead.json')) as {
    panels: Panel[]
    templating: { list: { name: string; type: string }[] }
  }
  const drawn = panels.filter(({ type }) => type !== 'row')

  test('shows readings, link, web, database, jobs and disk', () => {
    const rows = panels.filter(({ type }) => type === 'row').map(({ title }) => title)
    expect(rows).toEqual(['Now', 'Readings', 'Link', 'Web', 'Database', 'Jobs and mail', 'Disk'])
    expect(drawn.length).toBeGreaterThan(20)
    for (const { title, description, fieldConfig } of drawn)
      expect([title, description, fieldConfig?.defaults.unit], title).not.toContain(undefined)
  })

  test('asks for nothing but metrics that exist, from the data source that is chosen', () => {
    expect(templating.list.find(({ name }) => name === 'datasource')?.type).toBe('datasource')
    const targets = drawn.flatMap((panel) => panel.targets!)
    expect(targets.flatMap(({ expr }) => metricsOf(expr))).toEqual([])
    for (const { expr } of targets) expect(expr).toMatch(/ohmstead_|^sum\(up|ALERTS/)
    const sources = [...drawn.map(({ datasource }) => datasource), ...targets.map((one) => one.datasource)]
    expect(new Set(sources.map((source) => source?.uid))).toEqual(new Set(['$'.concat('{datasource}')]))
  })

  test('shows every metric of the server', () => {
    const shown = JSON.stringify(panels)
    const hidden = [
      'ohmstead_metrics_reads_total',
      'ohmstead_figures_timestamp_seconds',
      'ohmstead_partitions',
    ]
    const missing = [...known].filter((name) => !new RegExp(`\\b${name}\\b`).test(shown))
    expect(missing.filter((name) => !hidden.includes(name) && !/_(sum|count|bucket)$/.test(name))).toEqual([])
  })
})

describe('each alert', () => {
  const alerts = rules
    .split(/^ {6}- alert: /m)
    .slice(1)
    .map((text) => ({ name: /^\w+/.exec(text)![0], text }))
  const runbook = readText('docs/runbooks/alerts.md')

  test('has a summary, a description, a severity and a section of the runbook, and there is no other section', () => {
    expect(alerts.length).toBeGreaterThan(15)
    for (const { name, text } of alerts) {
      for (const part of ['expr', 'for', 'summary', 'description'])
        expect(text, name).toMatch(new RegExp(`^ +${part}: \\S`, 'm'))
      expect(text, name).toMatch(/^ +severity: (critical|warning)$/m)
      expect(text, name).toContain(`runbook_url: docs/runbooks/alerts.md#${name.toLowerCase()}\n`)
      const [, section = ''] =
        new RegExp(`^## ${name}\\n([\\s\\S]*?)(?=^## |$(?![\\s\\S]))`, 'm').exec(runbook) ?? []
      expect(section.length, name).toBeGreaterThan(150)
    }
    const sections = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name)
    expect(sections).toEqual(alerts.map(({ name }) => name))
  })

  test('asks for metrics that exist', () => {
    expect(metricsOf(rules)).toEqual([])
  })
})
