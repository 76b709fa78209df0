import type { ControllerView } from '@ohmstead/contract/controllers'
import type { LocationDeviceView } from '@ohmstead/contract/locations'

type Meter = Pick<LocationDeviceView, 'name' | 'controller_id'>
type Controller = Pick<ControllerView, 'id' | 'alias' | 'unit_id'>

/** The names of meters; if several share one, as most send `grid`, with the controller of each. */
export function nameMeters(meters: readonly Meter[], controllers: readonly Controller[]): string[] {
  return meters.map(({ name, controller_id }) => {
    const isAlone = meters.filter((other) => other.name === name).length === 1
    const controller = controllers.find(({ id }) => id === controller_id)
    return isAlone || !controller ? name : `${name} (${controller.alias ?? controller.unit_id})`
  })
}
