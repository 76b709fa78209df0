import { useParams } from '@tanstack/react-router'
import type { LocationAddress } from './paths.ts'

export interface RouteIds {
  companyId: number | null
  locationGroupId: number | null
  locationId: number | null
  /** 0 contains the ungrouped devices. */
  deviceGroupId: number | null
  deviceId: number | null
}

/** The ids in the address; a text that is no id is null, and its page shows "not found". */
export function parseRouteIds(params: Readonly<Record<string, string | undefined>>): RouteIds {
  return {
    companyId: toId(params.companyId),
    locationGroupId: toId(params.locationGroupId),
    locationId: toId(params.locationId),
    deviceGroupId: toId(params.deviceGroupId),
    deviceId: toId(params.did),
  }
}

function toId(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : null
}

export function useRouteIds(): RouteIds {
  const params: Record<string, string | undefined> = useParams({ strict: false })
  return parseRouteIds(params)
}

/** The controller in the address of its page. */
export function useControllerId(): number | null {
  const { oemDeviceId }: Record<string, string | undefined> = useParams({ strict: false })
  return toId(oemDeviceId)
}

/** The alarm in the address of its page. */
export function useAlarmId(): number | null {
  const { alarmId }: Record<string, string | undefined> = useParams({ strict: false })
  return toId(alarmId)
}

/** The device in the address of its page below a controller. */
export function useControllerDeviceId(): number | null {
  const { controllerDeviceId }: Record<string, string | undefined> = useParams({ strict: false })
  return toId(controllerDeviceId)
}

/** The price list or the utility rate plan in the address of its page; null on other pages. */
export function usePricesIds(): { priceListId: number | null; planId: number | null } {
  const { priceListId, planId }: Record<string, string | undefined> = useParams({ strict: false })
  return { priceListId: toId(priceListId), planId: toId(planId) }
}

/** The location in the address, with its current route set; null on other pages. */
export function useLocationAddress(): LocationAddress | null {
  const { companyId, locationGroupId, locationId } = useRouteIds()
  return locationId === null ? null : { companyId, locationGroupId, locationId }
}

/** The group that shares energy in the address of its page; null on other pages. */
export function useSharingGroupId(): number | null {
  const { sharingGroupId }: Record<string, string | undefined> = useParams({ strict: false })
  return toId(sharingGroupId)
}

/** The roll-out of software in the address of its page. */
export function useRollOutId(): number | null {
  const { rollOutId }: Record<string, string | undefined> = useParams({ strict: false })
  return toId(rollOutId)
}
