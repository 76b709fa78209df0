/** What a field is, with unit and sign, and an example. */
export type FieldNote = string | readonly [text: string, example: unknown]

/**
 * By name, since a name means the same everywhere; otherwise by `Schema.name` or `operationId.name`. Descriptions in
 * the contract itself take precedence.
 */
export type FieldNotes = Readonly<Record<string, FieldNote>>
