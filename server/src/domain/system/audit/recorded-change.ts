/** The kinds of rows that audited acts change. */
export type SubjectKind = 'channel' | 'option' | 'token' | 'code' | 'user' | 'virtual_model' | 'proxy' | 'faq'

export type FieldValue = string | number | null
/** The old and the new value. An absent one means that a map had no such entry; both are absent for a hidden field. */
export type RecordedField = { before?: FieldValue; after?: FieldValue; hidden?: true }
export type RecordedFields = Record<string, RecordedField>

/** The changes of an act in one row. */
export type RecordedChange = {
  kind: SubjectKind
  subject: number | string
  fields: RecordedFields
  /** Encrypted: values that may hold credentials. */
  sealed?: string
}

/** The same change in the other direction, for the record of the undoing act. */
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
