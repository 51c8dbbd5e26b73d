import { useState } from 'react'

/**
 * The user's edits, kept apart from the stored values: when the stored values are loaded again, unedited fields show
 * them and no edit is lost.
 */
export function useEdits<Values extends object>(stored: Values) {
  const [edits, setEdits] = useState<Partial<Values>>({})
  return {
    values: { ...stored, ...edits } as Values,
    edit: (change: Partial<Values>) => setEdits((before) => ({ ...before, ...change })),
    /** Drops the edits of these fields, or all of them. */
    forget: (names?: readonly (keyof Values)[]) => setEdits((before) => (names ? omitted(before, names) : {})),
  }
}

function omitted<Values extends object>(edits: Partial<Values>, names: readonly (keyof Values)[]): Partial<Values> {
  const rest = { ...edits }
  for (const name of names) delete rest[name]
  return rest
}
