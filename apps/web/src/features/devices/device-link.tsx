import type { DevicePageView } from '@ohmstead/contract/devices'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { controllersPathOf } from '../../shared/paths.ts'

/** Leads to the page of another device of the location. */
export function DeviceLink({
  device: { id, controller_id },
  children,
}: {
  device: NonNullable<DevicePageView['replaces']>
  children: ReactNode
}) {
  const base = useLocation({ select: ({ pathname }) => controllersPathOf(pathname) })
  return <Link to={`${base}/${controller_id}/devices/${id}`}>{children}</Link>
}
