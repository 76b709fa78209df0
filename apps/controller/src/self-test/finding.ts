export interface Finding {
  name: string
  isOk: boolean
  /** For a person: what is wrong and what to do, or what was found. */
  text: string
}
