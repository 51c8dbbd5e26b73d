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
    forget: () => setEdits({}),
  }
}
