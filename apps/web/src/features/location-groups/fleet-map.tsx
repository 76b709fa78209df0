import 'leaflet/dist/leaflet.css'
import { IconMapOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { unknownText } from '../../shared/i18n/format.ts'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { locationPaths } from '../../shared/paths.ts'
import { useQuantity } from '../../shared/quantity/use-quantity.ts'
import { useRouteIds } from '../../shared/route-ids.ts'
import { EmptyState, FailedState, FailedStrip, Skeleton } from '../../shared/states/page-states.tsx'
import styles from './fleet-page.module.css'
import { groupMapQuery, groupPulseQuery } from './fleet-page-queries.ts'
import listStyles from './group-locations.module.css'
import { type State, states } from './group-locations-query.ts'
import { joinPulse, projectPlaces } from './map-places.ts'
import { type OpenMap, openMap } from './open-map.ts'

interface Props {
  locationGroupId: number
  /** Only locations in this state. */
  state: State | null
  onState: (state: State | null) => void
}

/** The locations of a group on a map, each in the colour of its state, renewed every ten seconds. The table says the same in words. */
export function FleetMap({ locationGroupId, state, onState }: Props) {
  const t = useT()
  const format = useFormat()
  const navigate = useNavigate()
  const { text } = useQuantity()
  const { companyId } = useRouteIds()
  const { data: map, error, refetch } = useQuery(groupMapQuery(locationGroupId))
  const { data: pulse, error: pulseError, refetch: ask } = useQuery(groupPulseQuery(locationGroupId))
  const projected = useMemo(() => map && projectPlaces(map), [map])
  const places = useMemo(
    () => map && projected && joinPulse(map, projected, pulse, state),
    [map, projected, pulse, state],
  )
  const frame = useRef<HTMLDivElement>(null)
  const opened = useRef<OpenMap | null>(null)
  const [hovered, setHovered] = useState<{ index: number; x: number; y: number } | null>(null)
  const open = useRef((_index: number) => {})
  open.current = (index) => {
    if (!map) return
    const ids = { companyId, locationGroupId: map.group_ids[index]!, locationId: map.ids[index]! }
    void navigate({ to: locationPaths.overview(ids) })
  }
  const isEmpty = map?.ids.length === 0
  useEffect(() => {
    if (!frame.current || !map || map.ids.length === 0) return
    const made = openMap(frame.current, map, { onHover: setHovered, onOpen: (index) => open.current(index) })
    opened.current = made
    return () => {
      opened.current = null
      made.close()
    }
  }, [map])
  useEffect(() => {
    if (places) opened.current?.show(places)
  }, [places])
  if (!map && error) return <FailedState error={error} onRetry={() => void refetch()} />
  if (!map) return <Skeleton height={520} radius={16} />
  if (isEmpty)
    return (
      <EmptyState
        icon={<IconMapOff size={22} />}
        title={t('location_groups.map.none')}
        text={t('location_groups.map.none_text')}
      />
    )
  const count = (one: State) => pulse?.states.filter((known) => known === one).length ?? 0
  const stateText = (one: State | null) =>
    one === 'alarm' ? t('titles.alarm') : one && t(`location_groups.locations.state.${one}`)
  const stateOf = (index: number) => places?.states[index] ?? null
  return (
    <section className={styles.mapPart} aria-label={t('location_groups.fleet.layouts.map')}>
      {pulseError && <FailedStrip error={pulseError} knownAt={pulse?.at ?? 0} onRetry={() => void ask()} />}
      <fieldset className={listStyles.states}>
        <legend className="visually-hidden">{t('location_groups.locations.filter')}</legend>
        <button
          type="button"
          className={listStyles.chip}
          aria-pressed={state === null}
          onClick={() => onState(null)}
        >
          {t('location_groups.locations.all', { count: format.number(pulse?.ids.length ?? map.ids.length) })}
        </button>
        {states
          .filter((one) => one === state || count(one) > 0)
          .map((one) => (
            <button
              key={one}
              type="button"
              className={listStyles.chip}
              aria-pressed={one === state}
              onClick={() => onState(one)}
            >
              <span className={listStyles.dot} data-state={one} aria-hidden />
              {t(`location_groups.locations.states.${one}`, { count: format.number(count(one)) })}
            </button>
          ))}
      </fieldset>
      <div className={styles.mapFrame}>
        <div
          ref={frame}
          className={styles.map}
          role="application"
          aria-label={t('location_groups.map.label')}
        />
        {hovered && (
          <div className={styles.hint} style={{ left: hovered.x, top: hovered.y }}>
            <strong>{map.names[hovered.index]}</strong>
            <span>
              {[
                stateText(stateOf(hovered.index)),
                places?.grid[hovered.index] == null ? unknownText : text(places.grid[hovered.index]!, 'W'),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </div>
        )}
      </div>
      {map.tiles?.attribution && <p className={styles.soft}>{map.tiles.attribution}</p>}
      {map.unplaced > 0 && (
        <p className={styles.soft}>
          {t('location_groups.map.unplaced', { count: format.number(map.unplaced) })}
        </p>
      )}
    </section>
  )
}
