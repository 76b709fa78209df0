import type { BuiltFile } from './list-main-files.ts'

/** What a chunk of a build brings along. */
export interface BuiltChunk extends BuiltFile {
  isEntry?: boolean
  /** Files that it imports before it runs. */
  imports?: readonly string[]
  viteMetadata?: { importedCss: ReadonlySet<string> }
}

/** The pages that people open most, by the names that start.js has for their addresses. */
const pages: Record<string, RegExp> = {
  login: /auth[\\/](auth-layout|login-page)\.tsx$/,
  overview: /location-overview[\\/]location-overview-page\.tsx$/,
  charts: /features[\\/]charts[\\/]charts-page\.tsx$/,
  spotMarket: /(app[\\/]pricing-layout|spot-market[\\/]spot-market-page)\.tsx$/,
  locationSpotMarket: /(app[\\/]location-pricing-layout|spot-market[\\/]location-spot-market-page)\.tsx$/,
  fleet: /location-groups[\\/]fleet-page\.tsx$/,
  calculations: /(app[\\/]portal-frame\.ts|calculations[\\/]calculations-page\.tsx)$/,
}

/**
 * The files of each of these pages beyond those that every page has, so that they can be fetched before the application
 * itself has come and asks for them.
 */
export function listPageFiles(bundle: readonly BuiltChunk[]): Record<string, string[]> {
  const byName = new Map(bundle.map((chunk) => [chunk.fileName, chunk]))
  const collect = (chunk: BuiltChunk | undefined, files: Set<string>): Set<string> => {
    if (!chunk || files.has(chunk.fileName)) return files
    files.add(chunk.fileName)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    for (const name of chunk.imports ?? []) collect(byName.get(name), files)
    return files
  }
  const everywhere = new Set<string>()
  for (const chunk of bundle) if (chunk.isEntry) collect(chunk, everywhere)
  return Object.fromEntries(
    Object.entries(pages).map(([name, source]) => {
      const files = new Set<string>()
      for (const chunk of bundle)
        if (chunk.facadeModuleId && source.test(chunk.facadeModuleId)) collect(chunk, files)
      return [name, [...files].filter((file) => !everywhere.has(file)).map((file) => `/${file}`)]
    }),
  )
}
