import { useEffect, useState } from 'react'
import type { FlowReadings } from '../../shared/power-flow/use-flow-readings.ts'
import { appendMoment, type FlowMoment } from './flow-history.ts'

export const realtimeSpanMs = 10 * 60_000

/** Collects live values while the view is open; null collects nothing. */
export function useFlowMoments(readings: FlowReadings | null): FlowMoment[] {
  const [moments, setMoments] = useState<FlowMoment[]>([])
  const ts = readings?.ts ?? null
  const flow = readings?.flow
  useEffect(() => {
    if (ts !== null && flow) setMoments((before) => appendMoment(before, { ts, flow }, realtimeSpanMs))
  }, [ts, flow])
  return moments
}
