import type { Highs } from 'highs'
import loader from 'highs'

// The package's types describe its CommonJS form, whose function is the default member; as a module it is the default.
const load = loader as unknown as typeof loader.default

/** A solver of linear programmes, independent of this project, to check results against. */
export function loadLinearSolver(): Promise<Highs> {
  return load()
}
