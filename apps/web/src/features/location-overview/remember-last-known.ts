import type { PowerFlow } from '@ohmstead/domain/energy-flow/power-flow'
import { useEffect, useRef } from 'react'
import { writeStoredJson } from '../../lib/local-store.ts'
import { type MessageKey, translate } from '../../shared/i18n/use-t.ts'
import { useQuantity } from '../../shared/quantity/use-quantity.ts'
import { useSite } from '../../shared/site.ts'

const leastBetweenMs = 15_000
const colours = ['bg', 'surface', 'line-strong', 'text', 'text-soft', 'accent', 'on-accent']

/**
 * Stores what offline.html shows without a connection. That page has neither texts nor number formats nor themes, so
 * everything is stored ready to read. It is deleted at sign-out.
 */
export function useRememberLastKnown(place: string, flow: PowerFlow, ts: number | null): void {
  const { text } = useQuantity()
  const platformName = useSite()?.platformName ?? ''
  const writtenAt = useRef(0)
  useEffect(() => {
    if (ts === null || Math.abs(ts - writtenAt.current) < leastBetweenMs) return
    writtenAt.current = ts
    const parts: [MessageKey, number | null, boolean][] = [
      ['location_overview.flow.home', flow.homeW, flow.has.grid],
      ['location_overview.flow.sun', flow.productionW, flow.has.production],
      ['location_overview.flow.grid', flow.gridW, flow.has.grid],
      ['location_overview.flow.battery', flow.batteryW, flow.has.battery],
    ]
    const style = getComputedStyle(document.documentElement)
    writeStoredJson('lastKnown', {
      at: ts,
      place,
      platformName,
      locale: document.documentElement.lang,
      values: parts
        .filter(([, , isThere]) => isThere)
        .map(([label, watts]) => [translate(label), text(watts, 'W')]),
      colours: Object.fromEntries(colours.map((name) => [name, style.getPropertyValue(`--${name}`).trim()])),
      texts: {
        title: translate('offline.title'),
        text: translate('offline.text'),
        retry: translate('common.action.retry'),
        // The page inserts the age once it knows it.
        age: translate('offline.age', { age: '{age}' }),
      },
    })
  }, [place, flow, ts, text, platformName])
}
