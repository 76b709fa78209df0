import type {
  SharingStatementDetailView,
  SimulationResultView,
} from '@ohmstead/contract/energy-sharing-results'
import type { MemberStatement } from '@ohmstead/sharing/sharing-model'
import type { SharingAdvice, SharingSimulation } from '@ohmstead/sharing/simulation-model'
import { expectTypeOf, test } from 'vitest'

type Result = SharingSimulation & { advice: SharingAdvice | null }
type Figures = 'energies' | 'money' | 'quality' | 'caveats' | 'aloneBill' | 'sharedBill' | 'currency'

test('the contract describes exactly what the engine finds', () => {
  expectTypeOf<Result>().toExtend<SimulationResultView>()
  expectTypeOf<SimulationResultView>().toExtend<Result>()
  expectTypeOf<Pick<MemberStatement, Figures>>().toExtend<Pick<SharingStatementDetailView, Figures>>()
  expectTypeOf<Pick<SharingStatementDetailView, Figures>>().toExtend<Pick<MemberStatement, Figures>>()
})
