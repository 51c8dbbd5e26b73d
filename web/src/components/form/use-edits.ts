import { useState } from 'react'

/**
 * What a person changed, kept apart from what is stored: when the stored values are loaded anew, untouched fields follow
 * them and nothing that was typed is lost.
 */
export function useEdits<Values extends object>(stored: Values) {
  const [edits, setEdits] = useState<Partial<Values>>({})
  return {
    values: { ...stored, ...edits } as Values,
    edit: (change: Partial<Values>) => setEdits((before) => ({ ...before, ...change })),
    forget: () => setEdits({}),
  }
}
