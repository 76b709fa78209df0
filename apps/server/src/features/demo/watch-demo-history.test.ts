import { expect, test, vi } from 'vitest'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { watchDemoHistory } from './watch-demo-history.ts'

test('only reports of the history become a job, not what Node writes to the channel when it watches files', () => {
  const run = vi.fn<PlatformDeps['jobs']['run']>(async () => Promise.reject(new Error('enough seen')))
  const deps = { jobs: { run }, log: { error: () => {} } } as unknown as Pick<PlatformDeps, 'jobs' | 'log'>
  const history = watchDemoHistory(deps, () => {})
  const fromNode: object = { 'watch:import': ['file:///main.ts'] }
  history.take(fromNode)
  history.take({ type: 'log' })
  expect(run).not.toHaveBeenCalled()
  const report = { type: 'history', companyId: 3, done: 0, total: 30, state: 'running' }
  history.take(report)
  expect(run.mock.calls.map(([job]) => job)).toEqual([{ kind: 'demo_history', total: 30, companyId: 3 }])
})
