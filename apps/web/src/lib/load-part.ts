import { type ComponentType, lazy } from 'react'

const timeoutMs = 120_000

/** A script or style of the application could not be loaded, most often because a newer version replaced it. */
export class PartLoadError extends Error {
  constructor(cause: unknown) {
    super('A part of the application could not be loaded.', { cause })
    this.name = 'PartLoadError'
  }
}

/** Loads a lazy part; any failure is a PartLoadError, which offers to reload. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  let timer = 0
  const late = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => reject(new Error('timeout')), timeoutMs)
  })
  try {
    return await Promise.race([load(), late])
  } catch (cause) {
    console.error(cause)
    throw new PartLoadError(cause)
  } finally {
    clearTimeout(timer)
  }
}

/** A component that is loaded when it is first shown. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazy(async () => ({ default: await loadPart(load) })) as unknown as ComponentType<Props>
}
