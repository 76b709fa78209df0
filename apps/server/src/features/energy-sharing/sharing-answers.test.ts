import type {
  SharingStatementDetailView,
  SimulationResultView,
} from '@ohmstead/contract/energy-sharing-results'
import type { MemberStatement } from '@ohmstead/sharing/sharing-model'
import type { SharingAdvice, SharingSimulation } from '@ohmstead/sharing/simulation-model'
import { makeGroup } from '@ohmstead/sharing/testing/any-group'
import { expect, expectTypeOf, test } from 'vitest'
import { answerSharing } from './answer-sharing.ts'

type Result = SharingSimulation & { advice: SharingAdvice | null }
type Figures = 'energies' | 'money' | 'quality' | 'caveats' | 'aloneBill' | 'sharedBill' | 'currency'

test('the contract describes exactly what the engine finds', () => {
  expectTypeOf<Result>().toExtend<SimulationResultView>()
  expectTypeOf<SimulationResultView>().toExtend<Result>()
  expectTypeOf<Pick<MemberStatement, Figures>>().toExtend<Pick<SharingStatementDetailView, Figures>>()
  expectTypeOf<Pick<SharingStatementDetailView, Figures>>().toExtend<Pick<MemberStatement, Figures>>()
})

test('what takes long says how far it is: a simulation to its end, a search ever nearer to it', () => {
  const shape = { seed: 3, members: 4, month: '2026-02', months: 2, gaps: 0, isMoving: false }
  const question = makeGroup({ ...shape, scheme: 'sharing', price: { kind: 'fixed', perKwh: '0.08' } })
  const months = { from: '2026-02', to: '2026-03' }
  const progressOf = (task: Parameters<typeof answerSharing>[0]) => {
    const told: number[] = []
    answerSharing(task, (share) => told.push(share))
    return told
  }
  expect(progressOf({ kind: 'simulateSharing', question, months, staticKey: null })).toEqual([0.5, 1])
  const searched = progressOf({ kind: 'adviseSharing', question, months })
  expect(searched.length).toBeGreaterThan(2)
  expect(searched).toEqual([...new Set(searched)].sort((a, b) => a - b))
  expect(searched.every((share) => share > 0 && share < 1)).toBe(true)
})
