import { stillW } from '@ohmstead/domain/energy-flow/power-flow'
import { useEffect } from 'react'
import type { FlowReadings } from '../../shared/power-flow/use-flow-readings.ts'
import { useQuantity } from '../../shared/quantity/use-quantity.ts'

/** In a background tab the title shows the current solar power; without sun it is unchanged. */
export function useSunInTitle({ flow, ts }: Pick<FlowReadings, 'flow' | 'ts'>): void {
  const { text } = useQuantity()
  const watts = ts === null ? null : flow.productionW
  const sun = watts !== null && watts >= stillW ? `${text(watts, 'W')} · ` : ''
  useEffect(() => {
    if (sun === '') return
    const title = document.title
    const show = () => {
      document.title = document.hidden ? sun + title : title
    }
    show()
    document.addEventListener('visibilitychange', show)
    return () => {
      document.removeEventListener('visibilitychange', show)
      document.title = title
    }
  }, [sun])
}
