/** What a field is, with unit and sign, and an example. */
export type FieldNote = string | readonly [text: string, example: unknown]

/**
 * By name, since a name means the same everywhere; where it does not, by `Schema.name` or `operationId.name`. What the
 * contract itself describes is left as it is.
 */
export type FieldNotes = Readonly<Record<string, FieldNote>>
