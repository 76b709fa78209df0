import { useFormat } from './i18n/use-format.ts'
import { useT } from './i18n/use-t.ts'

/** "Clock 2 hrs behind"; `offsetMs` is how far it is ahead. */
export function useClockText(): (offsetMs: number) => string {
  const t = useT()
  const format = useFormat()
  return (offsetMs) =>
    t(offsetMs > 0 ? 'controllers.clock.ahead' : 'controllers.clock.behind', {
      time: format.duration(Math.abs(offsetMs)),
    })
}
