import { type ComponentType, type ReactNode, use } from 'react'
import { loadFirstPart, loadPart } from '../lib/load-part.ts'

export type LazyPage = (() => ReactNode) & { preload: () => Promise<void> }

/** A page whose code is loaded on demand, together with all texts; the router preloads it when a link is hovered. */
export const lazyPage = (load: () => Promise<ComponentType>): LazyPage => createPage(() => loadPart(load))

/** A page that people see first: its own texts come before all others (`list-first-texts.ts`). */
export const firstPage = (load: () => Promise<ComponentType>): LazyPage =>
  createPage(() => loadFirstPart(load))

function createPage(load: () => Promise<ComponentType>): LazyPage {
  let Loaded: ComponentType | null = null
  let loading: Promise<void> | null = null
  const preload = () => {
    loading ??= load().then(
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
