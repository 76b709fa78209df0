import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type ChartPlace, energyQuery } from '../../shared/charts/chart-place.ts'
import type { Period } from './use-period.ts'

/** A group's zone is known from its first answer; from then on its days are requested. */
export function GroupZone({
  place,
  period,
  onZone,
}: {
  place: ChartPlace
  period: Period
  onZone: (zone: string) => void
}) {
  const { data } = useQuery(energyQuery(place, period))
  const zone = data?.time_zone
  useEffect(() => {
    if (zone) onZone(zone)
  }, [zone, onZone])
  return null
}
