import type { GroupMapView } from '@ohmstead/contract/location-groups-map'
import L from 'leaflet'
import { feature } from 'topojson-client'
import countriesUrl from 'world-atlas/countries-50m.json?url'
import { createSprites, drawPlaces } from './draw-places.ts'
import { findPlaceAt, isSamePicture, type MapPlaces, type Sight } from './map-places.ts'

export interface OpenMap {
  show(places: MapPlaces): void
  close(): void
}

interface Events {
  /** The place under the pointer, and where it is in the picture. */
  onHover: (hovered: { index: number; x: number; y: number } | null) => void
  onOpen: (index: number) => void
}

const tileSize = 256
const moveAfterPx = 4

/** Of the width and height of the picture, beyond each of its sides: so far it is dragged without being drawn again. */
const margin = 0.25

/**
 * A map of the positions: outlines of countries that come with the application, so that it works without a network, and
 * above them one canvas with a dot for each place, which lies in the map and moves with it.
 */
export function openMap(frame: HTMLElement, map: GroupMapView, { onHover, onOpen }: Events): OpenMap {
  const leaflet = L.map(frame, {
    // The canvas follows each step; an animated zoom would run away from it.
    zoomAnimation: false,
    fadeAnimation: false,
    attributionControl: false,
    minZoom: 3,
    maxZoom: 16,
    zoomSnap: 0.5,
  })
  const bounds = L.latLngBounds(map.latitudes.map((latitude, index) => [latitude, map.longitudes[index]!]))
  // Without tiles there is nothing to see closer by than the borders.
  leaflet.fitBounds(bounds.pad(0.15), { maxZoom: map.tiles ? 12 : 8, animate: false })
  const canvas = L.DomUtil.create('canvas', '', leaflet.createPane('places'))
  canvas.setAttribute('aria-hidden', 'true')
  canvas.style.cssText = 'position:absolute;pointer-events:none'
  leaflet.getPane('places')!.style.zIndex = '450'
  const ratio = Math.max(1, Math.min(2, devicePixelRatio))
  let sprites = createSprites(frame, ratio)
  let places: MapPlaces | null = null
  let [frameRequest, isOpen] = [0, true]

  const sight = (): Sight => {
    const origin = leaflet.getPixelBounds().min!
    return { scale: tileSize * 2 ** leaflet.getZoom(), left: origin.x, top: origin.y }
  }
  /** Where the canvas lies, in pixels of the picture. */
  let drawn: L.Bounds | null = null
  const draw = () => {
    frameRequest = 0
    const size = leaflet.getSize()
    const beyond = size.multiplyBy(margin).round()
    const whole = size.add(beyond.multiplyBy(2))
    if (canvas.width !== whole.x * ratio) canvas.width = whole.x * ratio
    if (canvas.height !== whole.y * ratio) canvas.height = whole.y * ratio
    canvas.style.width = `${whole.x}px`
    canvas.style.height = `${whole.y}px`
    const corner = leaflet.containerPointToLayerPoint(beyond.multiplyBy(-1))
    L.DomUtil.setPosition(canvas, corner)
    drawn = L.bounds(corner, corner.add(whole))
    const { scale, left, top } = sight()
    if (places)
      drawPlaces(canvas, places, { scale, left: left - beyond.x, top: top - beyond.y }, sprites, ratio)
  }
  const redraw = () => {
    if (isOpen) frameRequest ||= requestAnimationFrame(draw)
  }
  leaflet.on('zoom resize viewreset moveend', redraw)
  leaflet.on('move', () => {
    const corner = leaflet.containerPointToLayerPoint([0, 0])
    if (!drawn?.contains(L.bounds(corner, corner.add(leaflet.getSize())))) redraw()
  })
  const resized = new ResizeObserver(() => leaflet.invalidateSize({ animate: false }))
  resized.observe(frame)
  const themed = new MutationObserver(() => {
    sprites = createSprites(frame, ratio)
    redraw()
  })
  themed.observe(document.documentElement, { attributeFilter: ['data-theme'] })

  const find = (event: L.LeafletMouseEvent) =>
    places && findPlaceAt(places, sight(), { x: event.containerPoint.x, y: event.containerPoint.y })
  leaflet.on('mousemove', (event) => {
    const index = find(event)
    frame.style.cursor = index === null ? '' : 'pointer'
    onHover(index === null ? null : { index, x: event.containerPoint.x, y: event.containerPoint.y })
  })
  leaflet.on('mouseout movestart', () => onHover(null))
  let pressedAt: L.Point | null = null
  leaflet.on('mousedown', (event) => {
    pressedAt = event.containerPoint
  })
  leaflet.on('click', (event) => {
    const index = find(event)
    const hasMoved = pressedAt !== null && pressedAt.distanceTo(event.containerPoint) > moveAfterPx
    if (index !== null && !hasMoved) onOpen(index)
  })
  if (map.tiles) L.tileLayer(map.tiles.url).addTo(leaflet)
  else void addOutlines(leaflet, bounds.pad(2), () => isOpen)
  redraw()
  return {
    show: (shown) => {
      const looksSame = places !== null && isSamePicture(places, shown)
      places = shown
      if (!looksSame) redraw()
    },
    close: () => {
      isOpen = false
      cancelAnimationFrame(frameRequest)
      resized.disconnect()
      themed.disconnect()
      leaflet.remove()
      canvas.remove()
    },
  }
}

/** The countries around; without them, as after a lost connection, the dots still say where things are. */
async function addOutlines(leaflet: L.Map, around: L.LatLngBounds, isOpen: () => boolean): Promise<void> {
  const answer = await fetch(countriesUrl).catch(() => null)
  if (!answer?.ok) return
  const world = (await answer.json()) as Parameters<typeof feature>[0]
  if (!isOpen()) return
  const countries = L.geoJSON(feature(world, world.objects.countries!), {
    interactive: false,
    style: { className: 'map-country', weight: 1 },
    filter: (country) => around.intersects(L.geoJSON(country).getBounds()),
  })
  countries.addTo(leaflet)
}
