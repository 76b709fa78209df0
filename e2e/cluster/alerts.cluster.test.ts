import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../../tools/test-run/free-port.ts'
import { startCloudProcess } from '../kit/cloud-process.ts'
import { alertCases, healthy, type Series } from './alert-cases.ts'

// The rules of deploy/ in Debian's Prometheus: each alert fires when it should, and none when all is well.

const file = (name: string) => fileURLToPath(new URL(`../../deploy/prometheus/${name}`, import.meta.url))
const rules = readFileSync(file('ohmstead.rules.yml'), 'utf8')
const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)
const folder = mkdtempSync(join(tmpdir(), 'ohmstead-alerts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function promtool(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
  return status === 0 ? '' : `${stdout}${stderr}`
}

/** A trial of promtool in made-up time: what fires, if these series come a minute apart. */
const trial = (name: string, series: Series, minutes: number, expression: string, count: number) => ({
  name,
  interval: '1m',
  input_series: Object.entries(series).map(([one, values]) => ({ series: one, values })),
  promql_expr_test: [
    {
      expr: expression,
      eval_time: `${minutes}m`,
      exp_samples: count > 0 ? [{ labels: '{}', value: count }] : [],
    },
  ],
})

test('the rules and the example of a configuration are valid', () => {
  expect(promtool('check', 'config', file('prometheus.yml'))).toBe('')
})

test('each alert fires in its case, and none when all is well', () => {
  expect(alertCases.map(({ alert }) => alert).toSorted()).toEqual(names.toSorted())
  const firing = (alert: string) => `count(count by (alertname) (ALERTS{alertstate="firing"${alert}}))`
  const tests = [
    ...[30, 400].map((minutes) => trial('all is well', healthy, minutes, firing(''), 0)),
    ...alertCases.flatMap(({ alert, series, minutes }) => {
      const ill = { ...healthy, ...series }
      const kept = Object.entries(ill).filter(([, values]) => values !== null) as [string, string][]
      const one = firing(`,alertname="${alert}"`)
      return [trial(`${alert} fires`, Object.fromEntries(kept), minutes, one, 1)]
    }),
  ]
  const path = join(folder, 'tests.json')
  writeFileSync(path, JSON.stringify({ rule_files: [file('ohmstead.rules.yml')], tests }))
  expect(promtool('test', 'rules', path)).toBe('')
})

test('Prometheus reads a real server, whose metrics are all that rules and dashboard ask for, and sees it die', async () => {
  const server = await startCloudProcess()
  onTestFinished(server.stop)
  await server.ready
  const text = await (await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)).text()
  const known = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? ['_bucket', '_count', '_sum'].map((part) => name + part) : [name!],
    ),
  )
  const dashboard = readFileSync(
    fileURLToPath(new URL('../../deploy/grafana/ohmstead.json', import.meta.url)),
    'utf8',
  )
  const asked = new Set([...`${rules}${dashboard}`.matchAll(/\bohmstead_\w+/g)].map(([name]) => name))
  expect([...asked].filter((name) => !known.has(name))).toEqual([])

  const port = await findFreePort()
  const impatient = rules.replace(/for: \w+/g, 'for: 1s')
  writeFileSync(join(folder, 'ohmstead.rules.yml'), impatient)
  const config = readFileSync(file('prometheus.yml'), 'utf8')
    .replace(/(scrape|evaluation)_interval: 15s/g, '$1_interval: 1s')
    .replace('127.0.0.1:9464', `127.0.0.1:${server.metricsPort}`)
  writeFileSync(join(folder, 'prometheus.yml'), config)
  const prometheus = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  )
  const ended = new Promise((resolve) => prometheus.once('exit', resolve))
  onTestFinished(async () => {
    prometheus.kill('SIGTERM')
    await ended
  })
  const ask = async <Data>(path: string): Promise<Data | null> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`).catch(() => null)
    return answer?.ok ? ((await answer.json()) as { data: Data }).data : null
  }
  const isUp = async () => {
    const found = await ask<{ result: { value: [number, string] }[] }>('query?query=up{job="ohmstead"}')
    return found?.result[0]?.value[1]
  }
  await expect.poll(isUp).toBe('1')
  const loaded = await ask<{ groups: { rules: { name: string; health: string }[] }[] }>('rules')
  expect(loaded!.groups.flatMap((group) => group.rules.map(({ name }) => name))).toEqual(names)

  const firing = async () => {
    const found = await ask<{ alerts: { labels: { alertname: string }; state: string }[] }>('alerts')
    return found?.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname)
  }
  expect(await firing()).not.toContain('OhmsteadProcessDown')
  server.signal('SIGKILL')
  await expect.poll(firing).toContain('OhmsteadProcessDown')
  const evaluated = await ask<{ groups: { rules: { name: string; health: string }[] }[] }>('rules')
  const health = evaluated!.groups.flatMap((group) => group.rules)
  expect(health.filter((rule) => rule.health !== 'ok')).toEqual([])
})
