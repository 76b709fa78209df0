import { type ComponentType, type ReactNode, use } from 'react'
import { loadPart } from '../lib/load-part.ts'

export type LazyPage = (() => ReactNode) & { preload: () => Promise<void> }

/** A page whose code is loaded on demand; the router preloads it when a link is hovered. */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let Loaded: ComponentType | null = null
  let loading: Promise<void> | null = null
  const preload = () => {
    loading ??= loadPart(load).then(
      (component) => {
        Loaded = component
      },
      (error: unknown) => {
        loading = null
        throw error
      },
    )
    return loading
  }
  const render = () => {
    if (!Loaded) use(preload())
    return Loaded && <Loaded />
  }
  return Object.assign(render, { preload })
}
