/** What the rows are that audited acts change. */
export type SubjectKind = 'channel' | 'option' | 'token' | 'code' | 'user' | 'virtual_model'

export type FieldValue = string | number | null
/** The old and the new value. An absent one means that a map had no such entry; of a hidden field both are absent. */
export type RecordedField = { before?: FieldValue; after?: FieldValue; hidden?: true }
export type RecordedFields = Record<string, RecordedField>

/** What an act changed in one row. */
export type RecordedChange = {
  kind: SubjectKind
  subject: number | string
  fields: RecordedFields
  /** Encrypted: values that may hold credentials. */
  sealed?: string
}

/** The same change in the other direction, as the act that takes it back records it. */
export const inverted = (fields: RecordedFields): RecordedFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { before, after, hidden }]) => [
      name,
      {
        ...(after !== undefined && { before: after }),
        ...(before !== undefined && { after: before }),
        ...(hidden && { hidden }),
      },
    ]),
  )
