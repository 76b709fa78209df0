import { memo } from 'react'
import { useBelowFirstView } from '../../shared/use-below-first-view.ts'
import { AnswerCard } from './answer/answer-card.tsx'
import { BillSection } from './bill/bill-section.tsx'
import { NetMeteringSection } from './bill/net-metering-section.tsx'
import { CalculationFrame } from './calculation-frame.tsx'
import { CalculationHead } from './calculation-head.tsx'
import { PowersSection } from './powers/powers-section.tsx'
import { RatesSection } from './rates/rates-section.tsx'
import { RequestSection } from './request/request-section.tsx'
import type { Calculated } from './use-calculation.ts'
import { useCustomMonths } from './use-custom-months.ts'
import { useSettled } from './use-settled.ts'

/** What the grid cost, what it should cost, and how certain that is. */
export function CalculationsPage() {
  return (
    <CalculationFrame>
      {(calculated, isFetching, process) => (
        <CalculationView calculated={calculated} isFetching={isFetching} onProcess={process} />
      )}
    </CalculationFrame>
  )
}

interface CalculationViewProps {
  calculated: Calculated
  isFetching: boolean
  onProcess: () => void
}

// Only the steps follow the pointer; everything else waits until it rests.
const Head = memo(CalculationHead)
const Answer = memo(AnswerCard)
const Request = memo(RequestSection)
const NetMetering = memo(NetMeteringSection)
const Bill = memo(BillSection)
const Rates = memo(RatesSection)

export function CalculationView({ calculated, isFetching, onProcess }: CalculationViewProps) {
  const custom = useCustomMonths(calculated)
  const settled = useSettled(custom)
  const rested = settled.calculated === calculated ? settled : custom
  const { calculations } = calculated.answer
  const { calculations: payable } = calculated.payable
  const showsRest = useBelowFirstView()
  return (
    <>
      <Head title="titles.portal_calculations" calculated={calculated} />
      <NetMetering custom={rested} />
      <Answer
        calculation={payable}
        isNetted={calculated.answer.consumerInfo.netMetering === true}
        soFar={calculated.answer.so_far}
      />
      {showsRest && (
        <>
          <PowersSection custom={custom} isProcessing={isFetching} onProcess={onProcess} />
          <Request custom={rested} />
          <Bill custom={rested} />
          <Rates calculation={calculations} />
        </>
      )}
    </>
  )
}
