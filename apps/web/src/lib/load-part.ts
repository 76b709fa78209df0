import { type ComponentType, lazy } from 'react'

const timeoutMs = 120_000

/** A script or style of the application could not be loaded, most often because a newer version replaced it. */
export class PartLoadError extends Error {
  constructor(cause: unknown) {
    super('A part of the application could not be loaded.', { cause })
    this.name = 'PartLoadError'
  }
}

let loadTexts: () => Promise<void> = async () => {}
/** What else must be there before a part is drawn. */
export function setTextsLoader(loader: () => Promise<void>): void {
  loadTexts = loader
}

/** Loads a lazy part and all texts; any failure is a PartLoadError, which offers to reload. */
export function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  return loadFirstPart(async () => (await Promise.all([load(), loadTexts()]))[0])
}

/** The same for what belongs to a first view, or has no texts. */
export async function loadFirstPart<Part>(load: () => Promise<Part>): Promise<Part> {
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
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  toComponent(() => loadPart(load))

/** The same within a first view. */
export const firstPart = <Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  toComponent(() => loadFirstPart(load))

const toComponent = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>
